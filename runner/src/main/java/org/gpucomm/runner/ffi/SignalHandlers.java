package org.gpucomm.runner.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.function.Supplier;

/**
 * Guard that keeps the JVM's signal handlers over a call that replaces them. libpsm2 and libinfinipath, which Debian's libfabric pulls
 * in, install a handler for SIGSEGV when they are loaded that writes a backtrace and ends the process; the JVM needs that signal for
 * its own work.
 */
public final class SignalHandlers {

    /** SIGINT, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV and SIGTERM, numbered alike on Linux x86-64 and arm64. */
    private static final int[] SIGNALS = {2, 4, 6, 7, 8, 11, 15};
    /** More than glibc's struct sigaction, 152 bytes on both. */
    private static final int ACTION_SIZE = 256;

    static {
        // Threads that load libraries at the same time restore one another's handlers. Where this is set, libinfinipath installs none.
        try (var arena = Arena.ofConfined()) {
            CLibrary.C.setenv(arena.allocateFrom("IPATH_NO_BACKTRACE"), arena.allocateFrom("1"), 0);
        }
    }

    private SignalHandlers() {}

    /** Returns what {@code call} returns; handlers are afterwards as they were before. */
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
