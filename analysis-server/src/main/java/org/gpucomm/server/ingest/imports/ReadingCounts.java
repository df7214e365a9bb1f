package org.gpucomm.server.ingest.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.RankTimes;
import org.gpucomm.server.series.CurvePart.Curve;
import org.gpucomm.server.series.CurvePoints;
import org.gpucomm.server.series.CurveRows;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.server.series.SizeCounts;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The numbers of measurements of a reading: of each run, of each series in each run, of each message size in these. They are counted
 * in one pass over their table.
 */
final class ReadingCounts {

    private static final String COLUMNS = "c.run_id, c.series_id, c.ranks, c.nodes, c.metrics, " + CurvePoints.COLUMNS;
    /** Of a size, in the order of the columns: all, and those with busbw, algbw, time, speedup, efficiency. */
    private static final int COUNTS_OF_A_SIZE = 6;

    /** Sizes of series that are in memory, before those of other runs become texts. */
    private static final int MOST = 100_000;

    private final Map<Long, OfRun> runs = new HashMap<>();
    private final Map<Curve, OfSeries> series = new HashMap<>();
    /** The sizes of series that grow no more, as {@link SizeCounts#text()}; most have the same. */
    private final Map<String, String> texts = new HashMap<>();
    private int openSizes;
    private int closeAt = MOST / 2;

    /** In the present transaction. */
    static ReadingCounts of(long reading, JdbcClient jdbc) {
        var counts = new ReadingCounts();
        var runs = jdbc.sql("select id from run where reading_id = ?").param(reading).query(Long.class).list();
        new CurveRows<>(jdbc, runs.stream().collect(Collectors.toMap(run -> run, run -> 0)), COLUMNS, Part::of)
                .forEachRemaining(counts::add);
        return counts;
    }

    /** Points, those with wrong data, least and most bytes, most busbw and algbw, least time, id of the run. */
    List<@Nullable Object[]> ofRuns() {
        return runs.entrySet().stream().map(run -> run.getValue().values(run.getKey())).toList();
    }

    /**
     * The sizes as {@link SizeCounts#text()}, run, series, ranks, nodes, the counts of a size, least and most bytes, whether
     * measurements are of single ranks.
     */
    Stream<Object[]> ofSeries() {
        return series.entrySet().stream().map(each -> {
            var of = each.getKey();
            var n = each.getValue();
            return new Object[]{n.text(), of.run(), of.series(), of.ranks(), of.nodes(), n.counts[0], n.counts[1],
                    n.counts[2],
                    n.counts[3], n.counts[4], n.counts[5], n.leastBytes, n.mostBytes, n.byRank};
        });
    }

    private void add(Part part) {
        for (int i = 0; i < part.points().size(); i++) {
            add(part.of(), part.points(), i, part.byRank());
        }
    }

    private void add(Curve of, CurvePoints points, int i, boolean byRank) {
        double busbw = points.value(Metric.busbw, i);
        double algbw = points.value(Metric.algbw, i);
        double time = points.value(Metric.time, i);
        var counts = new long[]{1, one(busbw), one(algbw), one(time), one(points.value(Metric.speedup, i)),
                one(points.value(Metric.efficiency, i))};
        var run = add(of, points.bytes(i), counts, byRank);
        run.wrong += points.wrong(i) > 0 ? 1 : 0;
        run.numbers(busbw, algbw, time);
    }

    private OfRun add(Curve of, long bytes, long[] counts, boolean byRank) {
        var ofSeries = series.computeIfAbsent(of, key -> new OfSeries());
        ofSeries.add(bytes, counts);
        ofSeries.byRank |= byRank;
        if (openSizes > closeAt) {
            series.forEach((each, sizes) -> {
                if (each.run() != of.run()) {
                    sizes.close();
                }
            });
            closeAt = Math.max(MOST / 2, 2 * openSizes);
        }
        var ofRun = runs.computeIfAbsent(of.run(), id -> new OfRun());
        ofRun.points += counts[0];
        if (bytes >= 0) { // -1 stands for none
            ofRun.bytes(bytes);
        }
        return ofRun;
    }

    private static void add(long[] counts, long[] sums) {
        for (int i = 0; i < COUNTS_OF_A_SIZE; i++) {
            sums[i] += counts[i];
        }
    }

    private static long one(double value) {
        return Double.isNaN(value) ? 0 : 1;
    }

    /** @param byRank whether some of the points are of single ranks */
    private record Part(Curve of, boolean byRank, CurvePoints points) {

        static Part of(ResultSet row, int number) throws SQLException {
            var metrics = row.getArray(5);
            boolean byRank = metrics != null && Arrays.stream((Object[]) metrics.getArray())
                    .anyMatch(each -> each != null && (";" + each).contains(";" + RankTimes.RANK + "="));
            return new Part(Curve.of(row), byRank, CurvePoints.of(row, 6));
        }
    }

    private final class OfSeries {

        private final long[] counts = new long[COUNTS_OF_A_SIZE];
        /** Null while {@link #text} has them. */
        private @Nullable TreeMap<Long, long[]> sizes = new TreeMap<>();
        private String text = "";
        private long leastBytes = Long.MAX_VALUE;
        private long mostBytes = -1;
        private boolean byRank;

        void add(long bytes, long[] more) {
            ReadingCounts.add(more, counts);
            var open = sizes;
            if (open == null) {
                open = new TreeMap<>(SizeCounts.parse(text).bySize());
                sizes = open;
                openSizes += open.size();
            }
            int before = open.size();
            ReadingCounts.add(more, open.computeIfAbsent(bytes, added -> new long[COUNTS_OF_A_SIZE]));
            openSizes += open.size() - before;
            leastBytes = Math.min(leastBytes, bytes);
            mostBytes = Math.max(mostBytes, bytes);
        }

        /** Keeps the sizes as a text that others share. */
        void close() {
            if (sizes != null) {
                openSizes -= sizes.size();
                text = texts.computeIfAbsent(text(), same -> same);
                sizes = null;
            }
        }

        String text() {
            return sizes == null ? text : new SizeCounts(sizes).text();
        }
    }

    private static final class OfRun {

        private long points;
        private long wrong;
        private long leastBytes = Long.MAX_VALUE;
        private long mostBytes = -1;
        private double mostBusbw = Double.NEGATIVE_INFINITY;
        private double mostAlgbw = Double.NEGATIVE_INFINITY;
        private double leastTime = Double.POSITIVE_INFINITY;

        void bytes(long bytes) {
            leastBytes = Math.min(leastBytes, bytes);
            mostBytes = Math.max(mostBytes, bytes);
        }

        /** NaN stands for none. */
        void numbers(double busbw, double algbw, double time) {
            mostBusbw = Double.isNaN(busbw) ? mostBusbw : Math.max(mostBusbw, busbw);
            mostAlgbw = Double.isNaN(algbw) ? mostAlgbw : Math.max(mostAlgbw, algbw);
            leastTime = Double.isNaN(time) ? leastTime : Math.min(leastTime, time);
        }

        @Nullable
        Object[] values(long run) {
            return new @Nullable Object[]{points, wrong, mostBytes < 0 ? null : Long.valueOf(leastBytes),
                    mostBytes < 0 ? null : Long.valueOf(mostBytes), finite(mostBusbw), finite(mostAlgbw),
                    finite(leastTime), run};
        }

        private static @Nullable Double finite(double value) {
            return Double.isInfinite(value) ? null : Double.valueOf(value);
        }
    }
}
