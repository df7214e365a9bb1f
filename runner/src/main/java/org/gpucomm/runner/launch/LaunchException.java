package org.gpucomm.runner.launch;

/** The launcher or the options say too little of this process, or contradict each other. The message names what. */
public final class LaunchException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public LaunchException(String message) {
        super(message);
    }

    /** Says that two variables cannot both be true. */
    static LaunchException contradiction(String variable, int value, String other, int otherValue) {
        return new LaunchException(
                variable + " is " + value + " and " + other + " " + otherValue + ", which contradict each other");
    }
}
