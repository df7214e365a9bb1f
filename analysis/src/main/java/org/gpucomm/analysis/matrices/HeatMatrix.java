package org.gpucomm.analysis.matrices;

import java.util.List;
import java.util.Objects;

import org.gpucomm.analysis.identity.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Matrix of measurements that differ only in the pair of devices or ranks between which they were made, or in the rank and the place of a
 * run at which it was timed.
 *
 * @param kind    meaning of rows and columns
 * @param title   common properties of all cells
 * @param group   title without the message size; matrices of one group are the same at several sizes
 * @param bytes   message size; null if there is none, or if columns are sizes
 * @param value   meaning of the cells
 * @param rows    names of the rows in natural order; {@code node/rank} if the placement of ranks on nodes is known
 * @param columns names of the columns
 * @param cells   cells by row, then by column; null if not measured
 * @param runs    runs with these measurements
 */
public record HeatMatrix(Kind kind, String title, String group, @Nullable Long bytes, Value value, List<String> rows,
        List<String> columns, List<List<@Nullable MatrixCell>> cells, List<String> runs) {

    /** Largest number of cells: those of 1024 ranks with each other. Settings that name no devices could give more. */
    static final long MOST_CELLS = 1 << 20;

    public enum Kind {
        /** Rows act on columns. */
        PAIRS,
        /** Rows are ranks, columns are timed places; for a collective, in which all ranks end together. */
        RANKS_TOGETHER,
        /** Rows are ranks, columns are timed places; each rank is timed by itself. */
        RANKS_ALONE
    }

    /** @param unit unit; null if there is none */
    public record Value(String name, String label, @Nullable String unit) {

        static Value of(Metric metric) {
            return new Value(metric.name(), metric.label(), metric.unit());
        }
    }

    /**
     * One cell.
     *
     * @param y     median of the measurements, in the unit of the matrix
     * @param n     number of measurements
     * @param wrong number of wrong elements in all of them; null if not all were checked
     * @param time  for ranks, the median time in µs that y is a multiple of; null for pairs, and for all places together
     */
    public record MatrixCell(double y, int n, double min, double max, @Nullable Long wrong, @Nullable Double time) {}

    double lowest() {
        return values().stream().mapToDouble(MatrixCell::y).min().orElseThrow();
    }

    public double highest() {
        return values().stream().mapToDouble(MatrixCell::y).max().orElseThrow();
    }

    /**
     * Returns the start of the colour scale: the smallest value, but at most four fifths of the largest, so that links that differ by
     * noise look alike and a weak one does not.
     */
    public double scaleFrom() {
        return Math.min(lowest(), 0.8 * highest());
    }

    private List<MatrixCell> values() {
        return cells.stream().flatMap(List::stream).filter(Objects::nonNull).toList();
    }
}
