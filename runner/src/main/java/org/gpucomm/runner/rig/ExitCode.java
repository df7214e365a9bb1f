package org.gpucomm.runner.rig;

import org.gpucomm.runner.ffi.OutOfMemoryException;
import org.gpucomm.runner.rendezvous.ProcessGroupException;

/** The exit codes of {@code gpucomm bench}. All processes of a run end with that of the first one that failed. */
public final class ExitCode {

    /** Measured, and some data were wrong. */
    public static final int WRONG_DATA = 1;
    /** The options cannot be used, or contradict those of another process. */
    public static final int USAGE = 2;
    /** A library, a device or memory cannot be had here. */
    public static final int MISSING = 3;
    /** A call failed, a rank was lost or the time ran out. */
    public static final int FAILED = 4;

    private ExitCode() {}

    /** Returns the code for what went wrong, in this process or another. */
    public static int of(Throwable failure) {
        return switch (failure) {
            case ProcessGroupException told -> told.exitCode();
            case IllegalArgumentException _ -> USAGE;
            case MissingException _,UnsatisfiedLinkError _,OutOfMemoryException _ -> MISSING;
            default -> FAILED;
        };
    }
}
