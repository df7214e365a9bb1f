package org.gpucomm.runner.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.function.Supplier;

/**
 * Guard that restores the JVM's signal handlers after a call that replaces them. libpsm2 and libinfinipath, which Debian's libfabric loads,
 * install a handler for SIGSEGV that writes a backtrace and ends the process, but the JVM itself uses SIGSEGV.
 */
public final class SignalHandlers {

    /** SIGINT, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV and SIGTERM, with the same numbers on Linux x86-64 and arm64. */
    private static final int[] SIGNALS = {2, 4, 6, 7, 8, 11, 15};
    /** Size in bytes that holds glibc's struct sigaction, which has 152 bytes on both. */
    private static final int ACTION_SIZE = 256;

    static {
        // Concurrent loads could restore each other's handlers. With this variable libinfinipath installs none.
        try (var arena = Arena.ofConfined()) {
            CLibrary.C.setenv(arena.allocateFrom("IPATH_NO_BACKTRACE"), arena.allocateFrom("1"), 0);
        }
    }

    private SignalHandlers() {}

    /** Runs a call, restores the signal handlers and returns the result of the call. */
    public static <T> T kept(Supplier<T> call) {
        try (var arena = Arena.ofConfined()) {
            var before = new HashMap<Integer, MemorySegment>();
            for (int signal : SIGNALS) {
                var action = arena.allocate(ACTION_SIZE, 16);
                if (CLibrary.C.sigaction(signal, MemorySegment.NULL, action) == 0) {
                    before.put(signal, action);
                }
            }
            try {
                return call.get();
            } finally {
                before.forEach((signal, action) -> CLibrary.C.sigaction(signal, action, MemorySegment.NULL));
            }
        }
    }
}
