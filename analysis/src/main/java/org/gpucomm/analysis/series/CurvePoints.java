package org.gpucomm.analysis.series;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

import org.gpucomm.analysis.identity.Metric;

/** Numbers of the measurements on one curve of one run, in the order of the file, without their printed digits. */
public final class CurvePoints {

    private static final List<Metric> METRICS = Metric.stored();
    /** Number of columns: the metrics and the count of wrong elements. */
    private static final int COUNT = METRICS.size() + 1;

    private final long[] ordinals;
    private final long[] bytes;
    private final double[][] columns;

    /**
     * @param ordinals positions of the measurements in the upload, from 1
     * @param columns  values of the stored metrics and the number of wrong elements; NaN if not known
     */
    public CurvePoints(long[] ordinals, long[] bytes, double[][] columns) {
        this.ordinals = ordinals;
        this.bytes = bytes;
        this.columns = columns;
    }

    public int size() {
        return bytes.length;
    }

    /** Returns the position of a measurement in its upload, from 1. */
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
    public CurvePoints where(LongPredicate size) {
        var those = IntStream.range(0, size()).filter(i -> size.test(bytes[i])).toArray();
        return new CurvePoints(longs(ordinals, those), longs(bytes, those), Arrays.stream(columns)
                .map(column -> Arrays.stream(those).mapToDouble(i -> column[i]).toArray()).toArray(double[][]::new));
    }

    private static long[] longs(long[] all, int[] those) {
        return Arrays.stream(those).mapToLong(i -> all[i]).toArray();
    }
}
