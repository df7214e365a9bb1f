package org.gpucomm.results.format.nccltests;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Text that was read last, with its result: runs of one log have the same banner, and a log may have thousands of them.
 */
final class Last<K, V> {

    private final Function<K, V> reader;
    private @Nullable K text;
    private @Nullable V value;

    /** @param reader gives the same for the same text, and nothing that is changed afterwards */
    Last(Function<K, V> reader) {
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
