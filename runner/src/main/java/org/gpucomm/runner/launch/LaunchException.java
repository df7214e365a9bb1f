package org.gpucomm.runner.launch;

/** Error of launch variables or options that are missing, invalid or contradictory. The message names them. */
public final class LaunchException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public LaunchException(String message) {
        super(message);
    }

    /** Creates the error of two contradicting variables. */
    static LaunchException contradiction(String variable, int value, String other, int otherValue) {
        return new LaunchException(
                variable + " is " + value + " and " + other + " " + otherValue + ", which contradict each other");
    }
}
