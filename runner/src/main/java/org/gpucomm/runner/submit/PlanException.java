package org.gpucomm.runner.submit;

/** Error of a plan or its journal that cannot be used. The message names file, line, reason and what to do. */
final class PlanException extends Exception {

    private static final long serialVersionUID = 1L;

    PlanException(String message) {
        super(message);
    }

    PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
