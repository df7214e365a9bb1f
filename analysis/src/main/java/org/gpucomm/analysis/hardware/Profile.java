package org.gpucomm.analysis.hardware;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One kind of node. Bandwidths are one way, GB/s of 10⁹ bytes.
 *
 * @param nodeGpus GPUs that reach one another over NVLink
 * @param nvlink   of one GPU
 * @param nic      of all network interfaces of a node together; null where there is no such network
 * @param interfaces how many interfaces those are; null where that is not known
 * @param pcie     of one GPU to its host
 * @param hbm      memory of one GPU
 * @param nvls     whether the NVLink switches can reduce (NVLink SHARP, from Hopper on)
 * @param source   where the figures are published
 * @param fabric   between nodes, as {@link Published} names it; empty = not reported
 * @param values   what runs on it reach, as its user keeps them
 */
public record Profile(String id, String title, List<String> instances, List<String> gpus, int nodeGpus, double nvlink,
        @Nullable Double nic, @Nullable Integer interfaces, double pcie, double hbm, boolean nvls, String source,
        String fabric, List<Published> values) {

    boolean fits(String instanceType, String gpu) {
        return instanceType.isEmpty() ? isNamed(gpus, gpu) : isNamed(instances, instanceType);
    }

    private static boolean isNamed(List<String> names, String name) {
        return names.stream().anyMatch(name::equalsIgnoreCase);
    }
}
