package org.gpucomm.runner.rig;

import org.gpucomm.runner.ffi.OutOfMemoryException;
import org.gpucomm.runner.rendezvous.ProcessGroupException;

/** Exit codes of {@code gpucomm bench}. All processes of a run exit with the code of the first failure. */
public final class ExitCode {

    /** The benchmark ran, but some data were wrong. */
    public static final int WRONG_DATA = 1;
    /** The options are invalid, or contradict those of another process. */
    public static final int USAGE = 2;
    /** A library, a device or memory is not available. */
    public static final int MISSING = 3;
    /** A call failed, a rank was lost or a step timed out. */
    public static final int FAILED = 4;

    private ExitCode() {}

    /** Returns the exit code for a failure of this or another process. */
    public static int of(Throwable failure) {
        return switch (failure) {
            case ProcessGroupException group -> group.exitCode();
            case IllegalArgumentException _ -> USAGE;
            case MissingException _,UnsatisfiedLinkError _,OutOfMemoryException _ -> MISSING;
            default -> FAILED;
        };
    }
}
