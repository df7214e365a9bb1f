package org.gpucomm.runner.output;

/** Error of an output file that cannot be used. The message names the file, the reason and what to do. */
public final class OutputException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    OutputException(String message) {
        super(message);
    }

    OutputException(String message, Throwable cause) {
        super(message, cause);
    }
}
