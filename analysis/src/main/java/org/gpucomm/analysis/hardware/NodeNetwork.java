package org.gpucomm.analysis.hardware;

import java.util.List;
import java.util.Locale;

/** Network between nodes, by its name in {@link Published}. */
public final class NodeNetwork {

    /** Names of networks between nodes. */
    public static final List<String> NAMES = List.of("efa", "infiniband", "roce", "slingshot", "tcpxo", "mnnvl",
            "socket");

    private NodeNetwork() {}

    /**
     * Returns the network of a run; empty if unknown.
     *
     * @param transport    transport in the log: {@code AWS Libfabric, efa}, {@code Socket}, {@code IB}
     * @param instanceType instance type: {@code p5.48xlarge}; empty if unknown
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

    /** Returns the name for readers, for example {@code EFA}. */
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
