package org.gpucomm.runner.ffi;

/** Failure to allocate memory for a benchmark. The message names the device and suggests what to do. */
public final class OutOfMemoryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param cause error of the allocating call */
    public OutOfMemoryException(NativeCallException cause) {
        super(cause.getMessage() + "; measure smaller sizes, or end what else uses the memory", cause);
    }
}
