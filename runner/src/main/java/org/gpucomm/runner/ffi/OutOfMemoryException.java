package org.gpucomm.runner.ffi;

/** Memory for a benchmark cannot be had. The message says of which device, and what to do. */
public final class OutOfMemoryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param cause the library's refusal */
    public OutOfMemoryException(NativeCallException cause) {
        super(cause.getMessage() + "; measure smaller sizes, or end what else uses the memory", cause);
    }
}
