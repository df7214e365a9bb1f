package org.gpucomm.runner.ffi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * End of a process that has threads in libraries. C's {@code exit}, which the JVM ends with, runs the libraries' destructors; NCCL
 * crashes when these take away what a call of another thread still works with, and a crash report of the JVM is not what Ctrl-C is to
 * leave behind.
 */
public final class ProcessEnd {

    /** SIGHUP, SIGINT and SIGTERM, numbered alike on Linux x86-64 and arm64, and on macOS. */
    private static final int[] SIGNALS = {1, 2, 15};
    /** More than any struct sigaction; its first member is the handler. */
    private static final int ACTION_SIZE = 256;
    private static final long SIG_DFL = 0;
    private static final long SIG_IGN = 1;

    private ProcessEnd() {}

    /**
     * From now on the signals that ask a process to end do so at once, as with a program in C, unless they were ignored. No
     * shutdown hook runs then.
     */
    public static void bySignalsAtOnce() {
        try (var arena = Arena.ofConfined()) {
            var action = arena.allocate(ACTION_SIZE, 16);
            for (int signal : SIGNALS) {
                int asked = CLibrary.C.sigaction(signal, MemorySegment.NULL, action);
                if (asked == 0 && action.get(JAVA_LONG, 0) != SIG_IGN) {
                    CLibrary.C.sigaction(signal, action.fill((byte) SIG_DFL), MemorySegment.NULL);
                }
            }
        }
    }

    /**
     * Ends the process at once. What it has printed must be flushed.
     *
     * @param code exit code, 0 to 255
     */
    public static void now(int code) {
        CLibrary.C._exit(code);
    }
}
