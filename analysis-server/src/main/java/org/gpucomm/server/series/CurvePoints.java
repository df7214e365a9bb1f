package org.gpucomm.server.series;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

import org.gpucomm.analysis.identity.Metric;
import org.jspecify.annotations.Nullable;

/** Numbers of the measurements on one curve of one run, in the order of the file, without their printed digits. */
public final class CurvePoints implements FileOrder.Part {

    /** Columns of {@code curve c} that {@link #of} reads. */
    public static final String COLUMNS = "c.ordinal, c.message_bytes, c.busbw_gbps, c.algbw_gbps, c.time_us, c.speedup,"
            + " c.efficiency_pct, c.wrong";

    private static final List<Metric> METRICS = Metric.stored();
    /** Number of columns: the metrics and the count of wrong elements. */
    private static final int COUNT = METRICS.size() + 1;

    private final long[] ordinals;
    private final long[] bytes;
    private final double[][] columns;

    private CurvePoints(long[] ordinals, long[] bytes, double[][] columns) {
        this.ordinals = ordinals;
        this.bytes = bytes;
        this.columns = columns;
    }

    /** Reads a row. @param first position of the first of {@link #COLUMNS} */
    public static CurvePoints of(ResultSet row, int first) throws SQLException {
        var ordinals = longs(row, first);
        var columns = new double[COUNT][];
        for (int i = 0; i < COUNT; i++) {
            columns[i] = doubles(CurvePart.array(row, first + 2 + i), ordinals.length);
        }
        return new CurvePoints(ordinals, longs(row, first + 1), columns);
    }

    private static long[] longs(ResultSet row, int column) throws SQLException {
        return Arrays.stream(Objects.requireNonNull(CurvePart.array(row, column))).mapToLong(each -> (Long) each)
                .toArray();
    }

    private static double[] doubles(Object @Nullable [] column, int size) {
        var doubles = new double[size];
        for (int i = 0; i < size; i++) {
            doubles[i] = column == null || column[i] == null ? Double.NaN : (Double) column[i];
        }
        return doubles;
    }

    @Override
    public int size() {
        return bytes.length;
    }

    @Override
    public long ordinal(int i) {
        return ordinals[i];
    }

    /** Returns the message size in bytes, or -1 if the measurement has none. */
    public long bytes(int i) {
        return bytes[i];
    }

    /** Returns a metric of a measurement, or NaN if the measurement does not have it. */
    public double value(Metric metric, int i) {
        return columns[metric.ordinal()][i];
    }

    /** Returns the time in µs, as printed or as message size / algorithm bandwidth; NaN if neither is known. */
    public double time(int i) {
        double printed = value(Metric.time, i);
        double algbw = value(Metric.algbw, i);
        return Double.isNaN(printed) && bytes(i) > 0 && algbw > 0 ? bytes(i) / (algbw * 1e3) : printed;
    }

    /** Returns the number of wrong elements, or NaN if the data was not checked. */
    public double wrong(int i) {
        return columns[COUNT - 1][i];
    }

    /** Joins parts of the same curve in their order. */
    public static CurvePoints joined(Collection<CurvePoints> parts) {
        if (parts.size() == 1) {
            return parts.iterator().next();
        }
        var together = new double[COUNT][];
        for (int i = 0; i < COUNT; i++) {
            int column = i;
            together[i] = parts.stream().flatMapToDouble(part -> Arrays.stream(part.columns[column])).toArray();
        }
        return new CurvePoints(parts.stream().flatMapToLong(part -> Arrays.stream(part.ordinals)).toArray(),
                parts.stream().flatMapToLong(part -> Arrays.stream(part.bytes)).toArray(), together);
    }

    /** Returns the measurements with the given message sizes. */
    CurvePoints where(LongPredicate size) {
        var those = IntStream.range(0, size()).filter(i -> size.test(bytes[i])).toArray();
        return new CurvePoints(longs(ordinals, those), longs(bytes, those), Arrays.stream(columns)
                .map(column -> Arrays.stream(those).mapToDouble(i -> column[i]).toArray()).toArray(double[][]::new));
    }

    private static long[] longs(long[] all, int[] those) {
        return Arrays.stream(those).mapToLong(i -> all[i]).toArray();
    }
}
