package org.gpucomm.runner.jacobi;

import java.util.Arrays;
import java.util.List;

/** Way to bring the halo to the neighbours, and what goes on meanwhile. */
enum HaloExchangeMethod {
    /** The kernel that computes a row writes it into the neighbour's memory too, and marks that it has. */
    LINKED("linked"),
    /** Sends and receives of NCCL behind each step, and a sum of the norm. */
    NCCL("nccl"),
    /** The rows at the two ends come first; while NCCL brings them, the others are computed. The norm is summed a step later. */
    NCCL_OVERLAP("nccl+overlap"),
    /** The same, launched as CUDA graphs of several steps. */
    NCCL_GRAPH("nccl+overlap+graph"),
    /** The same, in memory of NCCL's that is registered with it. */
    NCCL_BUFFER("nccl+overlap+graph+buffer"),
    /** A thread puts each cell of its own by NVSHMEM; a barrier of all and a sum of the norm behind each step. */
    NVSHMEM("nvshmem"),
    /** The same with a put of each block. */
    NVSHMEM_BLOCK("nvshmem+block"),
    /** A put with a signal of each block, which the neighbours alone wait for; the norm is summed meanwhile. */
    NVSHMEM_SYNC("nvshmem+block+overlap+sync");

    private final String text;

    HaloExchangeMethod(String text) {
        this.text = text;
    }

    static HaloExchangeMethod ofText(String text) {
        return Arrays.stream(values()).filter(method -> method.text.equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no way '" + text + "' for jacobi; there are " + String.join(", ", texts())
                                + ", all"));
    }

    static List<String> texts() {
        return Arrays.stream(values()).map(HaloExchangeMethod::text).toList();
    }

    /** Returns the name on the command line and in the column {@code variant}. */
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
