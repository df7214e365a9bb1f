package org.gpucomm.runner.ranks;

/** Processes did not come together: one is missing, died, disagrees or gave up. The message names it. */
public final class MeetingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MeetingException(String message) {
        super(message);
    }

    public MeetingException(String message, Throwable cause) {
        super(message, cause);
    }
}
