package org.gpucomm.analysis.hardware;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Kind of node. Bandwidths are one way, in GB/s of 10⁹ bytes.
 *
 * @param nodeGpus   number of GPUs that NVLink connects
 * @param nvlink     bandwidth of one GPU's NVLink; the same as {@code pcie} if the GPUs have none
 * @param nic        bandwidth of all network interfaces of a node together; null if there is no such network
 * @param interfaces number of network interfaces; null if unknown
 * @param pcie       bandwidth of one GPU to its host
 * @param hbm        memory bandwidth of one GPU
 * @param nvls       whether the NVLink switches can reduce (NVLink SHARP, from Hopper on)
 * @param source     publication of the figures
 * @param fabric     network between nodes, as in {@link Published}; empty if not reported
 * @param values     results on this hardware that its user recorded
 */
public record Profile(String id, String title, List<String> instances, List<String> gpus, int nodeGpus, double nvlink,
        @Nullable Double nic, @Nullable Integer interfaces, double pcie, double hbm, boolean nvls, String source,
        String fabric, List<Published> values) {

    /** GB/s of PCIe 6.0 x16. Faster links to the host are NVLink-C2C or shared memory. */
    private static final double MOST_OF_PCIE = 128;

    /** Returns the name of the links between GPUs. */
    public String links() {
        return nvlink == pcie && pcie <= MOST_OF_PCIE ? "PCIe" : "NVLink";
    }

    boolean fits(String instanceType, String gpu) {
        return instanceType.isEmpty() ? isNamed(gpus, gpu) : isNamed(instances, instanceType);
    }

    private static boolean isNamed(List<String> names, String name) {
        return names.stream().anyMatch(name::equalsIgnoreCase);
    }
}
