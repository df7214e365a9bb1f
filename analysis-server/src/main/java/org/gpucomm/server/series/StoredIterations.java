package org.gpucomm.server.series;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

import org.gpucomm.server.series.IterationsAnswer.Iterations;
import org.jspecify.annotations.Nullable;

/** This record holds what a tool told of the iterations of one measurement, µs. @param wrong elements; null = not checked */
record StoredIterations(@Nullable Double min, double p50, @Nullable Double p99, @Nullable Double max,
        @Nullable Double wrong) {

    /** Reads the columns from the third on. */
    static StoredIterations of(ResultSet row) throws SQLException {
        return new StoredIterations(number(row, 3), row.getDouble(4), number(row, 5), number(row, 6), number(row, 7));
    }

    /** Returns those of one size as one; wrong data is left out where there is other. */
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

    /** Null unless all of them tell it: what some tell is not that of all. */
    private static @Nullable Double ofAll(List<StoredIterations> all,
            Function<StoredIterations, @Nullable Double> number,
            Function<DoubleStream, OptionalDouble> together) {
        return all.stream().anyMatch(each -> number.apply(each) == null)
                ? null
                : together.apply(all.stream().mapToDouble(each -> Objects.requireNonNull(number.apply(each))))
                        .orElseThrow();
    }

    private static @Nullable Double number(ResultSet row, int column) throws SQLException {
        double number = row.getDouble(column);
        return row.wasNull() ? null : number;
    }
}
