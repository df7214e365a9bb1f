package org.gpucomm.runner.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Collections;

/**
 * Calls of C functions that return an int, by the number of their arguments. The handles are static and final, so that
 * compiled code holds them as constants and allocates nothing; the function's address is an argument, so that no state is
 * static.
 *
 * <p>Every argument is a long: on the two ABIs that CUDA runs on (System V x86-64 and AAPCS64 under Linux) a pointer, a
 * {@code size_t} and an {@code int} each take one 64-bit register or stack slot, and the function reads as many bits of it
 * as it declares. So twelve shapes are linked, not one for each function. Memory behind an address must stay open over the
 * call.
 */
public final class Downcall {

    private static final MethodHandle OF_0 = ofLongs(0);
    private static final MethodHandle OF_1 = ofLongs(1);
    private static final MethodHandle OF_2 = ofLongs(2);
    private static final MethodHandle OF_3 = ofLongs(3);
    private static final MethodHandle OF_4 = ofLongs(4);

    private Downcall() {}

    /** A shape of {@code count} longs that returns an int; its first argument is the function's address. */
    public static MethodHandle ofLongs(int count) {
        return of(Collections.nCopies(count, JAVA_LONG).toArray(MemoryLayout[]::new));
    }

    /** A shape that returns an int; its first argument is the function's address. */
    @SuppressWarnings("restricted")
    public static MethodHandle of(MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_INT, arguments));
    }

    public static int call(MemorySegment function) {
        try {
            return (int) OF_0.invokeExact(function);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    public static int call(MemorySegment function, long a) {
        try {
            return (int) OF_1.invokeExact(function, a);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    public static int call(MemorySegment function, long a, long b) {
        try {
            return (int) OF_2.invokeExact(function, a, b);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    public static int call(MemorySegment function, long a, long b, long c) {
        try {
            return (int) OF_3.invokeExact(function, a, b, c);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    public static int call(MemorySegment function, long a, long b, long c, long d) {
        try {
            return (int) OF_4.invokeExact(function, a, b, c, d);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** Shapes of collectives, linked when the first communicator is made. */
    public static final class Wide {

        private static final MethodHandle OF_6 = ofLongs(6);
        private static final MethodHandle OF_7 = ofLongs(7);
        private static final MethodHandle OF_8 = ofLongs(8);

        private Wide() {}

        public static int call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
            try {
                return (int) OF_6.invokeExact(function, a, b, c, d, e, f);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }

        public static int call(MemorySegment function, long a, long b, long c, long d, long e, long f, long g) {
            try {
                return (int) OF_7.invokeExact(function, a, b, c, d, e, f, g);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }

        public static int call(MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h) {
            try {
                return (int) OF_8.invokeExact(function, a, b, c, d, e, f, g, h);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }
    }

    /** cuLaunchKernel's shape. */
    public static final class KernelLaunch {

        private static final MethodHandle OF_11 = ofLongs(11);

        private KernelLaunch() {}

        /** A grid of one dimension. */
        public static int call(MemorySegment cuLaunchKernel, long kernel, long blocks, long threads, long sharedBytes,
                long stream, long arguments) {
            try {
                return (int) OF_11.invokeExact(cuLaunchKernel, kernel, blocks, 1L, 1L, threads, 1L, 1L, sharedBytes,
                        stream,
                        arguments, 0L);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }
    }
}
