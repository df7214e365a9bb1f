package org.gpucomm.results.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one row by the names of their columns. Where two columns have one name the first counts. {@code N/A},
 * {@code nan} and an empty cell are nothing.
 */
public record NamedCells(Map<String, String> values) {

    private static final Set<String> NOTHING = Set.of("", "N/A", "n/a", "NA", "nan", "NaN", "-nan", "inf", "-");

    /** @throws IllegalArgumentException if there are not as many cells as columns: the row is torn, or two are on one line */
    public static NamedCells of(List<String> columns, List<String> cells) {
        if (columns.size() != cells.size()) {
            throw new IllegalArgumentException("expected " + columns.size() + " columns, found " + cells.size());
        }
        var values = new LinkedHashMap<String, String>();
        for (int i = 0; i < cells.size(); i++) {
            values.putIfAbsent(columns.get(i), cells.get(i));
        }
        return new NamedCells(values);
    }

    public Optional<String> text(String column) {
        return Optional.ofNullable(values.get(column)).filter(text -> !NOTHING.contains(text));
    }

    /**
     * A number; null where the table has no such column, or the cell nothing.
     *
     * @throws IllegalArgumentException if the cell is no number
     */
    public @Nullable Decimal number(String column) {
        return text(column).map(text -> number(column, text)).orElse(null);
    }

    /** µs as they are written; null and errors as for {@link #number}. */
    public @Nullable Micros micros(String column) {
        var number = number(column);
        return number == null ? null : Micros.of(number);
    }

    /**
     * A whole number of at least 0; null where the table has no such column, or the cell nothing.
     *
     * @throws IllegalArgumentException if the cell is no such number
     */
    public @Nullable Long whole(String column) {
        return text(column).map(text -> {
            if (!Cells.isWhole(text) || text.length() > 18) {
                throw new IllegalArgumentException("column '" + column + "' is no whole number: '" + text + "'");
            }
            return Long.valueOf(text);
        }).orElse(null);
    }

    /** A size in bytes; null and errors as for {@link #whole}. */
    public @Nullable Bytes bytes(String column) {
        var count = whole(column);
        return count == null ? null : new Bytes(count);
    }

    private static Decimal number(String column, String text) {
        return Decimal.parse(text).orElseThrow(
                () -> new IllegalArgumentException("column '" + column + "' is no number: '" + text + "'"));
    }
}
