package org.gpucomm.results.format.json;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.format.Cells;
import org.jspecify.annotations.Nullable;

/** The values of one object of a document, by their names. */
final class Fields {

    /** No object of these programs has as many; what is more is left out. */
    private static final int MOST = 200;

    private final Map<String, String> values = new HashMap<>();

    void put(String name, String value) {
        if (values.size() < MOST) {
            values.put(name, value);
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    void clear() {
        values.clear();
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** Returns a finite number; null where there is none, or {@code nan}, {@code inf}, {@code null}. */
    @Nullable
    Decimal number(String name) {
        return text(name).flatMap(Decimal::parse).orElse(null);
    }

    /** Returns a whole number of at least 0 that fits a long; null where there is none. */
    @Nullable
    Long whole(String name) {
        return text(name).filter(text -> Cells.isWhole(text) && text.length() < 19).map(Long::valueOf).orElse(null);
    }
}
