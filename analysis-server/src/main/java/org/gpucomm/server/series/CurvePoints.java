package org.gpucomm.server.series;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * Measurements that lie on one curve of one run, in the order of the file, as columns of numbers. Packed they are one value of
 * the table {@code curve}.
 */
public final class CurvePoints {

    /** So many go into one packed value at most, which is less than a megabyte. */
    public static final int MOST = 8_000;

    private static final byte VERSION = 1;
    private static final List<Metric> METRICS = Metric.stored();
    /** The metrics, and the count of wrong elements. */
    private static final int COLUMNS = METRICS.size() + 1;

    private final long[] ordinals;
    private final long[] bytes;
    private final double[][] columns;

    private CurvePoints(long[] ordinals, long[] bytes, double[][] columns) {
        this.ordinals = ordinals;
        this.bytes = bytes;
        this.columns = columns;
    }

    public int size() {
        return bytes.length;
    }

    /** Returns the number of the measurement in its upload, 1 for the first. */
    public long ordinal(int i) {
        return ordinals[i];
    }

    /** Message size; -1 where the measurement has none. */
    public long bytes(int i) {
        return bytes[i];
    }

    /** NaN where the measurement has none. */
    public double value(Metric metric, int i) {
        return columns[metric.ordinal()][i];
    }

    /** µs: as printed, else message size / algorithm bandwidth. NaN where neither is known. */
    public double time(int i) {
        double printed = value(Metric.time, i);
        double algbw = value(Metric.algbw, i);
        return Double.isNaN(printed) && bytes(i) > 0 && algbw > 0 ? bytes(i) / (algbw * 1e3) : printed;
    }

    /** Wrong elements; NaN where the data was not checked. */
    public double wrong(int i) {
        return columns[COLUMNS - 1][i];
    }

    /** Returns these and further measurements of the same curve. */
    public CurvePoints and(CurvePoints more) {
        var together = new double[COLUMNS][];
        for (int i = 0; i < COLUMNS; i++) {
            together[i] = joined(columns[i], more.columns[i]);
        }
        return new CurvePoints(joined(ordinals, more.ordinals), joined(bytes, more.bytes), together);
    }

    /** Returns those of these sizes. */
    CurvePoints where(LongPredicate size) {
        var those = IntStream.range(0, size()).filter(i -> size.test(bytes[i])).toArray();
        return new CurvePoints(longs(ordinals, those), longs(bytes, those), Arrays.stream(columns)
                .map(column -> Arrays.stream(those).mapToDouble(i -> column[i]).toArray()).toArray(double[][]::new));
    }

    private static long[] longs(long[] all, int[] those) {
        return Arrays.stream(those).mapToLong(i -> all[i]).toArray();
    }

    public byte[] pack() {
        int count = size();
        var buffer = ByteBuffer.allocate(1 + 4 + COLUMNS + (2 + COLUMNS) * 8 * count);
        buffer.put(VERSION).putInt(count);
        Arrays.stream(ordinals).forEach(buffer::putLong);
        Arrays.stream(bytes).forEach(buffer::putLong);
        for (var column : columns) {
            boolean empty = Arrays.stream(column).allMatch(Double::isNaN);
            buffer.put((byte) (empty ? 0 : 1));
            if (!empty) {
                Arrays.stream(column).forEach(buffer::putDouble);
            }
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Reads what {@link #pack()} wrote. */
    public static CurvePoints unpack(byte[] packed) {
        var buffer = ByteBuffer.wrap(packed);
        byte version = buffer.get();
        if (version != VERSION) {
            throw new IllegalArgumentException("packed points have version " + version + ", known is " + VERSION);
        }
        int count = buffer.getInt();
        var ordinals = longs(buffer, count);
        var bytes = longs(buffer, count);
        var columns = new double[COLUMNS][];
        for (int i = 0; i < COLUMNS; i++) {
            columns[i] = new double[count];
            if (buffer.get() == 0) {
                Arrays.fill(columns[i], Double.NaN);
            } else {
                buffer.asDoubleBuffer().get(columns[i]);
                buffer.position(buffer.position() + 8 * count);
            }
        }
        return new CurvePoints(ordinals, bytes, columns);
    }

    private static long[] longs(ByteBuffer buffer, int count) {
        var longs = new long[count];
        buffer.asLongBuffer().get(longs);
        buffer.position(buffer.position() + 8 * count);
        return longs;
    }

    private static double[] joined(double[] one, double[] other) {
        var joined = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, joined, one.length, other.length);
        return joined;
    }

    private static long[] joined(long[] one, long[] other) {
        var joined = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, joined, one.length, other.length);
        return joined;
    }

    /** This class gathers measurements one after the other. */
    public static final class Builder {

        private final List<long[]> places = new ArrayList<>();
        private final List<double[]> values = new ArrayList<>();

        /** @param numbers one for each of {@link Metric#stored()}, then the wrong elements; NaN where there is none */
        public void add(long ordinal, long bytes, double... numbers) {
            if (numbers.length != COLUMNS) {
                throw new IllegalArgumentException("a point has " + COLUMNS + " numbers, these are " + numbers.length);
            }
            places.add(new long[]{ordinal, bytes});
            values.add(numbers);
        }

        public int size() {
            return places.size();
        }

        public CurvePoints build() {
            var columns = new double[COLUMNS][size()];
            for (int i = 0; i < size(); i++) {
                for (int column = 0; column < COLUMNS; column++) {
                    columns[column][i] = values.get(i)[column];
                }
            }
            return new CurvePoints(places.stream().mapToLong(each -> each[0]).toArray(),
                    places.stream().mapToLong(each -> each[1]).toArray(), columns);
        }
    }
}
