package org.gpucomm.runner.host;

/** Distance of two devices on the PCI buses of a host, nearest first, with the names of nvidia-smi in brackets. */
public enum Distance {
    /** Below a common PCI switch: data passes no host bridge (PIX, PXB). */
    SAME_SWITCH("same switch"),
    /** Below a common host bridge without a common switch (PHB). */
    SAME_HOST_BRIDGE("same host bridge"),
    /** Below different host bridges of one NUMA node (NODE). */
    SAME_NUMA_NODE("same NUMA node"),
    /** On different NUMA nodes: data crosses the link between processors (SYS). */
    ACROSS("across NUMA nodes"),
    /** The NUMA nodes are unknown. */
    UNKNOWN("at unknown distance");

    private final String words;

    Distance(String words) {
        this.words = words;
    }

    /** Returns the distance in words, for example {@code same switch}. */
    public String words() {
        return words;
    }
}
