package org.gpucomm.runner.ffi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Immediate end of the process, without destructors. The JVM ends by C's {@code exit}, which runs the destructors of libraries. NCCL
 * crashes if they free data that another thread still uses, and Ctrl-C would leave a crash report of the JVM.
 */
public final class ProcessEnd {

    /** SIGHUP, SIGINT and SIGTERM, with the same numbers on Linux x86-64, Linux arm64 and macOS. */
    private static final int[] SIGNALS = {1, 2, 15};
    /** Size in bytes that holds any struct sigaction; the handler is its first member. */
    private static final int ACTION_SIZE = 256;
    private static final long SIG_DFL = 0;
    private static final long SIG_IGN = 1;

    private ProcessEnd() {}

    /**
     * Restores the default action of {@link #SIGNALS}, unless a signal is ignored: the process then ends at once, without shutdown hooks.
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
     * Ends the process at once. Output must be flushed before.
     *
     * @param code exit code, 0 to 255
     */
    public static void now(int code) {
        CLibrary.C._exit(code);
    }
}
