package org.gpucomm.runner.ffi;

import java.util.List;
import java.util.function.Function;

/** Loader of native libraries. */
public final class Libraries {

    private Libraries() {}

    /** Loads and binds a library. A missing file, a missing function or a failed initialisation gives {@link Availability.Absent}. */
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
