package org.gpucomm.runner.ffi.shim;

/** Source of the requests for the transfers of a rail, in the order of {@code gpucomm_fabric.h}. */
public enum Requests {
    /** The thread that drives the rail. */
    DIRECT,
    /** A producer thread, through a queue like that between a GPU and its proxy. */
    QUEUED,
    /** Like {@link #QUEUED}, but the producer waits for the completion of each transfer. */
    QUIET
}
