package org.gpucomm.runner.meeting;

/** Processes did not come together: one is missing, died, disagrees or gave up. The message names it. */
public final class MeetingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean toldHere;

    public MeetingException(String message) {
        this(message, true);
    }

    public MeetingException(String message, Throwable cause) {
        super(message, cause);
        toldHere = true;
    }

    MeetingException(String message, boolean toldHere) {
        super(message);
        this.toldHere = toldHere;
    }

    /**
     * Whether this process should print the message. All processes fail with the same one, and a user wants to read it once:
     * process 0 prints it while it lives.
     */
    public boolean toldHere() {
        return toldHere;
    }
}
