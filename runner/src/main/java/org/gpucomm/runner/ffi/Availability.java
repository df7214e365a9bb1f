package org.gpucomm.runner.ffi;

import java.util.List;
import java.util.Optional;

/** Result of loading a native library: the library, or the reasons why it cannot be loaded. */
public sealed interface Availability<T> {

    record Present<T>(T library) implements Availability<T> {}

    /**
     * @param name    display name of the library, for example {@code NCCL}
     * @param reasons message of the loader for each candidate that was tried
     */
    record Absent<T>(String name, List<String> reasons) implements Availability<T> {

        public Absent {
            reasons = List.copyOf(reasons);
        }

        /** Returns name and reasons, for example {@code NCCL: libnccl.so.2: cannot open shared object file}. */
        public String words() {
            return name + ": " + String.join("; ", reasons);
        }
    }

    /** Returns why the library is absent; empty if it is present. */
    default Optional<String> missing() {
        return this instanceof Absent<T> absent ? Optional.of(absent.words()) : Optional.empty();
    }
}
