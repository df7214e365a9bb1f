package org.gpucomm.runner.ffi;

import java.util.List;

/** A native library that is there, or the reasons why it is not. */
public sealed interface Availability<T> {

    record Present<T>(T library) implements Availability<T> {}

    /**
     * @param name    the library's name for people: {@code NCCL}
     * @param reasons one for each place that was tried, in the loader's own words
     */
    record Absent<T>(String name, List<String> reasons) implements Availability<T> {

        public Absent {
            reasons = List.copyOf(reasons);
        }
    }
}
