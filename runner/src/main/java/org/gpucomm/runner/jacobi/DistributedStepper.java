package org.gpucomm.runner.jacobi;

/** The steps of one GPU's rows together with those of all others, in one way. For the thread of the GPU. */
interface DistributedStepper extends AutoCloseable {

    Domain domain();

    /** Queues the beginning of so many steps: of the rows, of the norms, and of what neighbours exchange. */
    void begin(int steps);

    /** Queues the steps, behind {@link #begin}. No GPU may begin before the others have. */
    void queue(int steps);

    /** Returns where the doubles of the norms are in the end. */
    long norms();

    /** Whether the norms are sums over all GPUs; else each has its own part. */
    boolean sumsNorms();

    /** Gives back what this way alone needs, once all GPUs are done. */
    @Override
    void close();
}
