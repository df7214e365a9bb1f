package org.gpucomm.server.series;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.series.IterationsAnswer.Iterations;
import org.jspecify.annotations.Nullable;

/** Iterations of one measurement as its tool reported them, in µs. @param wrong number of wrong elements; null if not checked */
record StoredIterations(@Nullable Double min, double p50, @Nullable Double p99, @Nullable Double max,
        @Nullable Double wrong) {

    /** Columns of {@code curve c} that {@link #addTo} reads. */
    static final String COLUMNS = "c.message_bytes, c.time_min_us, c.time_p50_us, c.time_p99_us, c.time_max_us, c.wrong";

    /** Adds the measurements of a row to the lists of their sizes. @param row row whose third column is the first of {@link #COLUMNS} */
    static void addTo(Map<Long, List<StoredIterations>> sizes, ResultSet row) throws SQLException {
        var columns = new Object @Nullable [6][];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = CurvePart.array(row, 3 + i);
        }
        var bytes = Objects.requireNonNull(columns[0]);
        for (int i = 0; i < bytes.length; i++) {
            var p50 = number(columns[2], i);
            if (p50 != null && (Long) bytes[i] > 0) {
                sizes.computeIfAbsent((Long) bytes[i], added -> new ArrayList<>()).add(new StoredIterations(
                        number(columns[1], i), p50, number(columns[3], i), number(columns[4], i),
                        number(columns[5], i)));
            }
        }
    }

    /** Combines the measurements of one size; those with wrong data are left out if there are others. */
    static Iterations together(long size, List<StoredIterations> all) {
        var right = all.stream().filter(each -> each.wrong == null || each.wrong <= 0).toList();
        var usable = right.isEmpty() ? all : right;
        double wrong = usable.stream().mapToDouble(each -> each.wrong == null ? Double.NaN : each.wrong).sum();
        return new Iterations(size, usable.size(), ofAll(usable, StoredIterations::min, numbers -> numbers.min()),
                Spread.median(usable.stream().mapToDouble(StoredIterations::p50).toArray()),
                ofAll(usable, StoredIterations::p99,
                        numbers -> OptionalDouble.of(Spread.median(numbers.toArray()))),
                ofAll(usable, StoredIterations::max, numbers -> numbers.max()), Double.isNaN(wrong) ? null : wrong,
                all.stream().map(each -> Checks.of(each.wrong == null ? Double.NaN : each.wrong))
                        .reduce(Checks.NONE, Checks::and));
    }

    /** Combines a number of all measurements; null unless every measurement has it. */
    private static @Nullable Double ofAll(List<StoredIterations> all,
            Function<StoredIterations, @Nullable Double> number,
            Function<DoubleStream, OptionalDouble> together) {
        return all.stream().anyMatch(each -> number.apply(each) == null)
                ? null
                : together.apply(all.stream().mapToDouble(each -> Objects.requireNonNull(number.apply(each))))
                        .orElseThrow();
    }

    private static @Nullable Double number(Object @Nullable [] column, int i) {
        return column == null ? null : (Double) column[i];
    }
}
