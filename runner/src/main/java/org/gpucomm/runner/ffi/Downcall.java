package org.gpucomm.runner.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Collections;

/**
 * Calls of C functions. The handles are static and final, so that compiled code holds them as constants and allocates nothing;
 * the function's address is an argument, so that no state is static.
 *
 * <p>Every argument is a long: on the two ABIs that CUDA runs on (System V x86-64 and AAPCS64 under Linux) a pointer, a
 * {@code size_t} and an {@code int} each take one 64-bit register or stack slot, and the function reads as many bits of it
 * as it declares. The caller clears the stack, so that arguments beyond the function's own do no harm. So three shapes are
 * linked, not one for each function: of 4, 8 and 17 arguments. Memory behind an address must stay open over the call.
 */
public final class Downcall {

    private static final int MOST = 17;
    private static final MethodHandle OF_4 = of(longs(4));

    private Downcall() {}

    private static MemoryLayout[] longs(int count) {
        return Collections.nCopies(count, JAVA_LONG).toArray(MemoryLayout[]::new);
    }

    /** Returns a shape that gives an int; its first argument is the function's address. */
    @SuppressWarnings("restricted")
    public static MethodHandle of(MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /** Returns a function of the C library. */
    static MemorySegment ofC(String name) {
        return Linker.nativeLinker().defaultLookup().findOrThrow(name);
    }

    public static int call(MemorySegment function) {
        return call(function, 0, 0, 0, 0);
    }

    public static int call(MemorySegment function, long a) {
        return call(function, a, 0, 0, 0);
    }

    public static int call(MemorySegment function, long a, long b) {
        return call(function, a, b, 0, 0);
    }

    public static int call(MemorySegment function, long a, long b, long c) {
        return call(function, a, b, c, 0);
    }

    public static int call(MemorySegment function, long a, long b, long c, long d) {
        try {
            return (int) OF_4.invokeExact(function, a, b, c, d);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    public static int call(MemorySegment function, long a, long b, long c, long d, long e) {
        return call(function, a, b, c, d, e, 0, 0, 0);
    }

    public static int call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        return call(function, a, b, c, d, e, f, 0, 0);
    }

    public static int call(MemorySegment function, long a, long b, long c, long d, long e, long f, long g) {
        return call(function, a, b, c, d, e, f, g, 0);
    }

    public static int call(MemorySegment function, long a, long b, long c, long d, long e, long f, long g, long h) {
        try {
            return (int) Wide.OF_8.invokeExact(function, a, b, c, d, e, f, g, h);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** Calls a function of up to 17 arguments. This one allocates. */
    public static int callMany(MemorySegment function, long... arguments) {
        var a = Arrays.copyOf(arguments, MOST);
        try {
            return (int) Widest.OF_17.invokeExact(function, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9],
                    a[10], a[11], a[12], a[13], a[14], a[15], a[16]);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** Calls cuLaunchKernel for a grid of one dimension. */
    public static int launch(MemorySegment cuLaunchKernel, long kernel, long blocks, long threads, long sharedBytes,
            long stream, long arguments) {
        try {
            return (int) Widest.OF_17.invokeExact(cuLaunchKernel, kernel, blocks, 1L, 1L, threads, 1L, 1L, sharedBytes,
                    stream, arguments, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** Calls a function that returns 64 bits. */
    public static long callForLong(MemorySegment function, long a, long b, long c, long d) {
        try {
            return (long) ForLong.OF_4.invokeExact(function, a, b, c, d);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** Calls a function that returns a C string; empty for NULL. */
    public static String text(MemorySegment function, long argument) {
        return NativeLibrary.string(MemorySegment.ofAddress(callForLong(function, argument, 0, 0, 0)));
    }

    // Each is linked when it is first needed.

    private static final class Wide {

        private static final MethodHandle OF_8 = of(longs(8));
    }

    private static final class Widest {

        private static final MethodHandle OF_17 = of(longs(MOST));
    }

    private static final class ForLong {

        private static final MethodHandle OF_4 = shape();

        @SuppressWarnings("restricted")
        private static MethodHandle shape() {
            return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_LONG, longs(4)));
        }
    }
}
