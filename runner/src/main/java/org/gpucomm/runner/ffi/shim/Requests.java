package org.gpucomm.runner.ffi.shim;

/**
 * Source of the requests for the transfers that a rail does, in the order of the numbers of {@code gpucomm_fabric.h}.
 */
public enum Requests {
    /** The thread that drives the rail. */
    DIRECT,
    /** A producer beside it, through a queue as threads of a GPU have it. */
    QUEUED,
    /** The same, waiting until each transfer is complete. */
    QUIET
}
