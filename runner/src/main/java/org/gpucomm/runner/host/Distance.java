package org.gpucomm.runner.host;

/** Distance of two devices on the PCI buses of a host, nearest first. nvidia-smi's names in brackets. */
public enum Distance {
    /** Below one PCI switch: data between them passes no host bridge (PIX, PXB). */
    SAME_SWITCH("same switch"),
    /** Below one host bridge and no common switch (PHB). */
    SAME_HOST_BRIDGE("same host bridge"),
    /** Below different host bridges of one NUMA node (NODE). */
    SAME_NUMA_NODE("same NUMA node"),
    /** On different NUMA nodes: data passes the link between processors (SYS). */
    ACROSS("across NUMA nodes"),
    /** The host does not say their NUMA nodes. */
    UNKNOWN("at unknown distance");

    private final String words;

    Distance(String words) {
        this.words = words;
    }

    /** Returns it for people: {@code same switch}. */
    public String words() {
        return words;
    }
}
