package org.gpucomm.results.format.nccltests;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** Cache of the latest text and its result: the runs of one log have equal banners, and a log may have thousands of runs. */
final class LatestResult<K, V> {

    private final Function<K, V> reader;
    private @Nullable K text;
    private @Nullable V value;

    /** @param reader function with equal results for equal texts; results must not change later */
    LatestResult(Function<K, V> reader) {
        this.reader = reader;
    }

    V of(K asked) {
        var known = value;
        if (known == null || !asked.equals(text)) {
            known = reader.apply(asked);
            text = asked;
            value = known;
        }
        return known;
    }
}
