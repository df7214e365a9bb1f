package org.gpucomm.runner.jacobi;

/** Stepper of one GPU's rows that exchanges halos with the other GPUs. Used by the thread of the GPU only. */
interface DistributedStepper extends AutoCloseable {

    Domain domain();

    /** Queues the initialisation of rows, norms and exchange state for a number of steps. */
    void begin(int steps);

    /** Queues the steps, after {@link #begin} has completed on all GPUs. */
    void queue(int steps);

    /** Returns the device address of the norms, valid after the steps. */
    long norms();

    /** Returns whether the norms are sums over all GPUs; else each GPU has its own part. */
    default boolean sumsNorms() {
        return true;
    }

    /** Frees the resources of this stepper. All GPUs must have finished. */
    @Override
    void close();
}
