package org.gpucomm.analysis.hardware;

import java.util.List;
import java.util.Locale;

/** The network between nodes, by the names that {@link Published} has. */
public final class NodeNetwork {

    /** Those between nodes. */
    public static final List<String> NAMES = List.of("efa", "infiniband", "roce", "slingshot", "tcpxo", "mnnvl",
            "socket");

    private NodeNetwork() {}

    /**
     * Returns the network that a run used; empty where its log does not say.
     *
     * @param transport    as the log names it: {@code AWS Libfabric, efa}, {@code Socket}, {@code IB}
     * @param instanceType {@code p5.48xlarge}; empty = not known
     */
    public static String of(int nodes, String gpu, String transport, String instanceType) {
        if (nodes == 1) {
            return gpu.startsWith("MI") ? "xgmi" : "nvlink";
        }
        var lower = transport.toLowerCase(Locale.ROOT);
        if (lower.contains("socket") || lower.contains("tcp;")) {
            return "socket";
        }
        if (lower.contains("fastrak") || lower.contains("tcpxo")) {
            return "tcpxo";
        }
        if (lower.contains("roce")) {
            return "roce";
        }
        if (lower.contains("infiniband")) {
            return "infiniband";
        }
        if (lower.contains("cxi") || lower.contains("slingshot")) {
            return "slingshot";
        }
        return lower.contains("efa") || lower.contains("aws libfabric") || isOfAws(instanceType) ? "efa" : "";
    }

    /** For people: {@code EFA}. */
    public static String title(String fabric) {
        return switch (fabric) {
            case "efa" -> "EFA";
            case "infiniband" -> "InfiniBand";
            case "roce" -> "RoCE";
            case "slingshot" -> "Slingshot";
            case "tcpxo" -> "GPUDirect-TCPXO";
            case "mnnvl" -> "multi-node NVLink";
            case "nvlink" -> "NVLink";
            case "xgmi" -> "Infinity Fabric";
            default -> fabric;
        };
    }

    private static boolean isOfAws(String instanceType) {
        return instanceType.startsWith("p4d") || instanceType.startsWith("p5") || instanceType.startsWith("p6");
    }
}
