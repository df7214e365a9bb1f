package org.gpucomm.runner.rendezvous;

/** Failure of a process group: a process is missing, died, disagrees or gave up. The message names it. */
public final class ProcessGroupException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    /** Default exit code: a rank was lost or a call timed out. */
    static final int LOST = 4;

    private final int exitCode;
    private final boolean isReportedHere;

    ProcessGroupException(String message) {
        this(message, LOST, true);
    }

    ProcessGroupException(String message, Throwable cause) {
        this(message);
        initCause(cause);
    }

    ProcessGroupException(String message, int exitCode, boolean isReportedHere) {
        super(message);
        this.exitCode = exitCode;
        this.isReportedHere = isReportedHere;
    }

    /** Returns the exit code for all processes: that of {@link ProcessGroup#abort}, else 4. */
    public int exitCode() {
        return exitCode;
    }

    /**
     * Returns whether this process should print the message. It is the same in all processes and should be printed once: by process 0, as
     * long as that is alive.
     */
    public boolean isReportedHere() {
        return isReportedHere;
    }
}
