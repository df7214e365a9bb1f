package org.gpucomm.results.format.osu;

import java.util.List;
import java.util.Locale;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.osu.OsuColumns.Meaning;
import org.jspecify.annotations.Nullable;

/**
 * One line of a table.
 *
 * @param cells cells, as many as there are columns
 */
record OsuRow(OsuColumns columns, List<String> cells) {

    private static final Decimal CHECKED_AND_RIGHT = Decimal.of(0);
    private static final Decimal AT_LEAST_ONE = Decimal.of(1);

    /** Returns the workload. @throws IllegalArgumentException with the reason if a cell does not fit its column */
    Workload workload(Operation operation, @Nullable String variant, @Nullable String datatype) {
        var size = text(Meaning.SIZE);
        if (size != null && (!Cells.isWhole(size) || size.length() > 18)) {
            throw new IllegalArgumentException("the size is no whole number of bytes: '" + size + "'");
        }
        var iterations = number(Meaning.ITERATIONS);
        return new Workload(operation, variant, null, size == null ? null : new Bytes(Long.parseLong(size)), datatype,
                null, null, null, iterations == null ? null : whole(iterations));
    }

    /** Returns whether the test compared the data and found it wrong. */
    boolean failedValidation() {
        var verdict = text(Meaning.VALIDATION);
        return verdict != null && verdict.toLowerCase(Locale.ROOT).startsWith("fail");
    }

    /** Returns the numbers. @throws IllegalArgumentException with the reason if a cell does not fit its column */
    Outcome outcome() {
        for (int i = 0; i < cells.size(); i++) {
            if (columns.meanings().get(i) == Meaning.OTHER_NUMBER) {
                Decimal.require(cells.get(i));
            }
        }
        var bandwidth = number(Meaning.MEGABYTES_PER_SECOND);
        return new Outcome(micros(Meaning.TIME), micros(Meaning.TIME_MIN), micros(Meaning.TIME_P50),
                micros(Meaning.TIME_P99), micros(Meaning.TIME_MAX), bandwidth == null
                        ? null
                        : Bandwidth.ofMegabytesPerSecond(bandwidth),
                null, wrong(), null, null, number(Meaning.OVERLAP));
    }

    /** Returns 0 or 1 wrong elements: the test reports only that data was wrong, so 1 is the minimum. */
    private @Nullable Decimal wrong() {
        var verdict = text(Meaning.VALIDATION);
        if (verdict == null) {
            return null;
        }
        if (failedValidation()) {
            return AT_LEAST_ONE;
        }
        if (!verdict.equalsIgnoreCase("Pass")) {
            throw new IllegalArgumentException("the validation is neither Pass nor Fail: '" + verdict + "'");
        }
        return CHECKED_AND_RIGHT;
    }

    private @Nullable Micros micros(Meaning meaning) {
        return Micros.ofNullable(number(meaning));
    }

    private @Nullable Decimal number(Meaning meaning) {
        var text = text(meaning);
        return text == null ? null : Decimal.require(text);
    }

    private @Nullable String text(Meaning meaning) {
        int at = columns.indexOf(meaning);
        return at < 0 ? null : cells.get(at);
    }

    private static long whole(Decimal number) {
        if (!Cells.isWhole(number.text()) || number.text().length() > 18) {
            throw new IllegalArgumentException("the iterations are no whole number: '" + number + "'");
        }
        return Long.parseLong(number.text());
    }
}
