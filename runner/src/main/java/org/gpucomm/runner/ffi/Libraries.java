package org.gpucomm.runner.ffi;

import java.util.List;
import java.util.function.Function;

/** Loader of every native library. */
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
}
