package org.gpucomm.results.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one row by column name. If two columns have the same name, the first counts. {@code N/A}, {@code nan} and an empty cell
 * count as missing.
 */
public record NamedCells(Map<String, String> values) {

    private static final Set<String> NOTHING = Set.of("", "N/A", "n/a", "NA", "nan", "NaN", "-nan", "inf", "-");

    /**
     * Returns the cells of a row.
     *
     * @throws IllegalArgumentException if the numbers of cells and columns differ: the row is torn, or two rows are on one line
     */
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
     * Returns a number; null if the table has no such column or the cell is missing.
     *
     * @throws IllegalArgumentException if the cell is not a number
     */
    public @Nullable Decimal number(String column) {
        return text(column).map(text -> number(column, text)).orElse(null);
    }

    /** Returns a time printed in µs; null and errors as for {@link #number}. */
    public @Nullable Micros micros(String column) {
        return Micros.ofNullable(number(column));
    }

    /** Returns a bandwidth printed in GB/s; null and errors as for {@link #number}. */
    public @Nullable Bandwidth gigabytesPerSecond(String column) {
        return Bandwidth.ofNullable(number(column));
    }

    /**
     * Returns a whole number of at least 0; null if the table has no such column or the cell is missing.
     *
     * @throws IllegalArgumentException if the cell is not such a number
     */
    public @Nullable Long whole(String column) {
        return text(column).map(text -> {
            if (!Cells.isWhole(text) || text.length() > 18) {
                throw new IllegalArgumentException("column '" + column + "' is no whole number: '" + text + "'");
            }
            return Long.valueOf(text);
        }).orElse(null);
    }

    /** Returns a number of ranks or nodes; null also if it is 0 or does not fit an int. Errors as for {@link #whole}. */
    public @Nullable Integer count(String column) {
        var number = whole(column);
        return number == null || number < 1 || number > Integer.MAX_VALUE ? null : number.intValue();
    }

    /** Returns a size in bytes; null and errors as for {@link #whole}. */
    public @Nullable Bytes bytes(String column) {
        var count = whole(column);
        return count == null ? null : new Bytes(count);
    }

    private static Decimal number(String column, String text) {
        return Decimal.parse(text).orElseThrow(
                () -> new IllegalArgumentException("column '" + column + "' is no number: '" + text + "'"));
    }
}
