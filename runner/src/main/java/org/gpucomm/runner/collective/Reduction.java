package org.gpucomm.runner.collective;

import java.util.Locale;

/** Reductions, with the numbers of {@code native/include/gpucomm.h} and the names of nccl-tests. */
public enum Reduction {
    SUM(1),
    PROD(2),
    MAX(3),
    MIN(4),
    AVG(5),
    /** Sum of the elements of each rank multiplied by a factor of the rank. */
    MULSUM(6);

    /** Number for elements that are copied, not reduced: arbitrary bits. */
    public static final int COPY = 0;

    private final int number;

    Reduction(int number) {
        this.number = number;
    }

    /** Returns the name as nccl-tests prints it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the number of the reduction in kernels and shims. */
    public int number() {
        return number;
    }
}
