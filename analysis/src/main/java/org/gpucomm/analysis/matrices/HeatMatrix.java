package org.gpucomm.analysis.matrices;

import java.util.List;
import java.util.Objects;

import org.gpucomm.analysis.identity.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Measurements that are alike but for the pair of devices or ranks that they were made between, or but for the rank and the place of a
 * run at which it was timed.
 *
 * @param kind    what its rows and columns are
 * @param title   what all cells share
 * @param group   the title without the message size: matrices of one group are of one thing at several sizes
 * @param bytes   the message size; null where there is none, or columns are sizes
 * @param value   what its cells are
 * @param rows    names of the rows as people count; {@code node/rank} where it is known how ranks lie on nodes
 * @param columns names of the columns
 * @param cells   by row, then by column; null = not measured
 * @param runs    that it was measured in
 */
public record HeatMatrix(Kind kind, String title, String group, @Nullable Long bytes, Value value, List<String> rows,
        List<String> columns, List<List<@Nullable MatrixCell>> cells, List<String> runs) {

    /** 1024 ranks with one another; settings that name no devices may make more. */
    static final long MOST_CELLS = 1 << 20;

    public enum Kind {
        /** Rows act on columns. */
        PAIRS,
        /** Rows are ranks, columns what all of them were timed at; of a collective, in which all end together. */
        RANKS_TOGETHER,
        /** Rows are ranks, columns what all of them were timed at, each by itself. */
        RANKS_ALONE
    }

    /** @param unit null = none */
    public record Value(String name, String label, @Nullable String unit) {

        static Value of(Metric metric) {
            return new Value(metric.name(), metric.label(), metric.unit());
        }
    }

    /**
     * One cell.
     *
     * @param y     the median of what was measured, in the unit of the matrix
     * @param n     measurements
     * @param wrong wrong elements of all of them; null = not all were checked
     * @param time  of ranks: the median time that y is a multiple for, µs; null of pairs, and of all places together
     */
    public record MatrixCell(double y, int n, double min, double max, @Nullable Long wrong, @Nullable Double time) {}

    double lowest() {
        return values().stream().mapToDouble(MatrixCell::y).min().orElseThrow();
    }

    public double highest() {
        return values().stream().mapToDouble(MatrixCell::y).max().orElseThrow();
    }

    /**
     * Returns where the scale of colours begins: at the least value, but at most at four fifths of the largest, so that links that
     * differ by noise look alike and one that is weak does not.
     */
    public double scaleFrom() {
        return Math.min(lowest(), 0.8 * highest());
    }

    private List<MatrixCell> values() {
        return cells.stream().flatMap(List::stream).filter(Objects::nonNull).toList();
    }
}
