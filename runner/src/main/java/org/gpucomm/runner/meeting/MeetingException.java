package org.gpucomm.runner.meeting;

/** Processes did not come together: one is missing, died, disagrees or gave up. The message names it. */
public final class MeetingException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    /** Exit code where no process gave another: a rank was lost or the time ran out. */
    static final int LOST = 4;

    private final int exitCode;
    private final boolean toldHere;

    MeetingException(String message) {
        this(message, LOST, true);
    }

    MeetingException(String message, Throwable cause) {
        this(message);
        initCause(cause);
    }

    MeetingException(String message, int exitCode, boolean toldHere) {
        super(message);
        this.exitCode = exitCode;
        this.toldHere = toldHere;
    }

    /** Returns the code that all processes end with: what {@link Meeting#abort} was given, else 4. */
    public int exitCode() {
        return exitCode;
    }

    /**
     * Whether this process should print the message. All processes fail with the same one, and a user wants to read it once:
     * process 0 prints it while it lives.
     */
    public boolean toldHere() {
        return toldHere;
    }
}
