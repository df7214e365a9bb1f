package org.gpucomm.runner.rendezvous;

/** Processes did not come together: one is missing, died, disagrees or gave up. The message names it. */
public final class ProcessGroupException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    /** Exit code where no process gave another: a rank was lost or the time ran out. */
    static final int LOST = 4;

    private final int exitCode;
    private final boolean toldHere;

    ProcessGroupException(String message) {
        this(message, LOST, true);
    }

    ProcessGroupException(String message, Throwable cause) {
        this(message);
        initCause(cause);
    }

    ProcessGroupException(String message, int exitCode, boolean toldHere) {
        super(message);
        this.exitCode = exitCode;
        this.toldHere = toldHere;
    }

    /** Returns the code that all processes end with: what {@link ProcessGroup#abort} was given, else 4. */
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
