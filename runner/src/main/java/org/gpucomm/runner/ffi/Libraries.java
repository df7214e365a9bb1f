package org.gpucomm.runner.ffi;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.function.Function;

/** Loads and calls every library here. */
public final class Libraries {

    private Libraries() {}

    /** Loads and binds; a missing file, a missing function and a failing start are all absence with its reason. */
    public static <T> Availability<T> load(String name, List<String> candidates, Function<NativeLibrary, T> binding) {
        return switch (NativeLibrary.open(name, candidates)) {
            case Availability.Absent<NativeLibrary> absent -> new Availability.Absent<>(name, absent.reasons());
            case Availability.Present<NativeLibrary> present -> {
                try {
                    yield new Availability.Present<>(binding.apply(present.library()));
                } catch (UnsatisfiedLinkError | NativeCallException e) {
                    yield new Availability.Absent<>(name, List.of(String.valueOf(e.getMessage())));
                }
            }
        };
    }

    public static int call(MethodHandle function, int argument) {
        try {
            return (int) function.invokeExact(argument);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    public static int call(MethodHandle function, MemorySegment out) {
        try {
            return (int) function.invokeExact(out);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    public static int call(MethodHandle function, MemorySegment out, int argument) {
        try {
            return (int) function.invokeExact(out, argument);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    public static int call(MethodHandle function, int argument, MemorySegment out) {
        try {
            return (int) function.invokeExact(argument, out);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    public static int call(MethodHandle function, MemorySegment out, int first, int second) {
        try {
            return (int) function.invokeExact(out, first, second);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }
}
