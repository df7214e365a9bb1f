package org.gpucomm.runner.jacobi;

/** Method of exchanging halos with the neighbours, and of overlapping the exchange with computation. */
enum HaloExchangeMethod {
    /** The kernel that computes a row also writes it to the neighbour's memory and sets a mark there. */
    LINKED("linked"),
    /** NCCL sends and receives after each step, and an all-reduce of the norm. */
    NCCL("nccl"),
    /** The rows at both ends are computed first; the others are computed while NCCL transfers these. The norm is summed a step later. */
    NCCL_OVERLAP("nccl+overlap"),
    /** Like {@link #NCCL_OVERLAP}, launched as CUDA graphs of several steps. */
    NCCL_GRAPH("nccl+overlap+graph"),
    /** Like {@link #NCCL_GRAPH}, in memory that NCCL allocated and registered. */
    NCCL_BUFFER("nccl+overlap+graph+buffer"),
    /** Each thread puts its cells by NVSHMEM; after each step, a barrier of all GPUs and a sum of the norm. */
    NVSHMEM("nvshmem"),
    /** Like {@link #NVSHMEM}, with one put per block. */
    NVSHMEM_BLOCK("nvshmem+block"),
    /** One put with signal per block, for which only the neighbours wait; the norm is summed meanwhile. */
    NVSHMEM_SYNC("nvshmem+block+overlap+sync");

    private final String text;

    HaloExchangeMethod(String text) {
        this.text = text;
    }

    /** Returns the name, used on the command line and in the column {@code variant}. */
    String text() {
        return text;
    }

    boolean needsNccl() {
        return text.startsWith("nccl");
    }

    boolean needsNvshmem() {
        return text.startsWith("nvshmem");
    }

    boolean overlaps() {
        return this == NCCL_OVERLAP || isCaptured();
    }

    boolean isCaptured() {
        return this == NCCL_GRAPH || this == NCCL_BUFFER;
    }
}
