package org.gpucomm.runner.ffi;

import java.util.List;

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
    }
}
