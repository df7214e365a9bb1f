package org.gpucomm.results.format.json;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.format.Cells;
import org.jspecify.annotations.Nullable;

/** The values of one object in a document, by name. */
final class Fields {

    /** More values than an object of these programs has; further values are dropped. */
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

    /** Returns a finite number; null if the value is missing, {@code nan}, {@code inf} or {@code null}. */
    @Nullable
    Decimal number(String name) {
        return text(name).flatMap(Decimal::parse).orElse(null);
    }

    /** Returns a time in µs; null as for {@link #number}. */
    @Nullable
    Micros micros(String name) {
        return Micros.ofNullable(number(name));
    }

    /** Returns a whole number of at least 0 that fits a long; null if the value is not one. */
    @Nullable
    Long whole(String name) {
        return text(name).filter(text -> Cells.isWhole(text) && text.length() < 19).map(Long::valueOf).orElse(null);
    }
}
