package org.gpucomm.runner.submit;

/** A plan, or the journal of one, that cannot be used. The message says file, line, what is wrong and what to do. */
final class PlanException extends Exception {

    private static final long serialVersionUID = 1L;

    PlanException(String message) {
        super(message);
    }

    PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
