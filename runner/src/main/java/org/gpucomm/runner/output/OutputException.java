package org.gpucomm.runner.output;

/** Results cannot be kept where they were asked to be. The message says where, why and what to do. */
public final class OutputException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    OutputException(String message) {
        super(message);
    }

    OutputException(String message, Throwable cause) {
        super(message, cause);
    }
}
