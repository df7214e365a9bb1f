package org.gpucomm.server.ingest.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.results.RankTimes;
import org.gpucomm.server.series.CurvePart;
import org.gpucomm.server.series.CurvePart.Curve;
import org.gpucomm.analysis.series.CurvePoints;
import org.gpucomm.server.series.CurveRows;
import org.gpucomm.analysis.series.SizeCounts;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Number of a reading's measurements by run, by series, and by message size, computed in one pass over the table. */
final class ReadingCounts {

    private static final String COLUMNS = "c.run_id, c.series_id, c.ranks, c.nodes, c.metrics, " + CurvePart.POINTS;

    private final List<@Nullable Object[]> ofRuns = new ArrayList<>();
    private final List<Object[]> ofSeries = new ArrayList<>();
    /** Texts of sizes, shared because most series have the same sizes. */
    private final Map<String, String> texts = new HashMap<>();

    /** Counts a reading in the current transaction. */
    static ReadingCounts of(long reading, JdbcClient jdbc) {
        var counts = new ReadingCounts();
        var runs = jdbc.sql("select id from run where reading_id = ?").param(reading).query(Long.class).list();
        var inTurn = IntStream.range(0, runs.size()).boxed().collect(Collectors.toMap(runs::get, place -> place));
        var parts = new CurveRows<>(jdbc, inTurn, COLUMNS, Part::of);
        var run = new OfRun();
        for (long open = -1; parts.hasNext();) {
            var part = parts.next();
            if (part.of().run() != open) {
                counts.close(run);
                run = new OfRun();
                open = part.of().run();
            }
            run.add(part);
        }
        counts.close(run);
        return counts;
    }

    /** Returns rows of points, points with wrong data, least and most bytes, highest busbw and algbw, least time, and run id. */
    List<@Nullable Object[]> ofRuns() {
        return ofRuns;
    }

    /** Returns rows of {@link SizeCounts#text()}, run, series, ranks, nodes, counts, least and most bytes, and whether by rank. */
    List<Object[]> ofSeries() {
        return ofSeries;
    }

    private void close(OfRun run) {
        long points = 0;
        long least = Long.MAX_VALUE;
        long most = -1;
        long id = 0;
        for (var each : run.series.entrySet()) {
            var of = each.getKey();
            var sizes = each.getValue().sizes;
            var sums = new long[1 + Metric.stored().size()];
            sizes.values().forEach(counts -> Arrays.setAll(sums, i -> sums[i] + counts[i]));
            ofSeries.add(new Object[]{texts.computeIfAbsent(new SizeCounts(sizes).text(), same -> same), of.run(),
                    of.series(), of.ranks(), of.nodes(), sums[0], sums[1], sums[2], sums[3], sums[4], sums[5],
                    sizes.firstKey(), sizes.lastKey(), each.getValue().byRank});
            points += sums[0];
            var first = sizes.ceilingKey(0L); // -1 means no size
            least = first == null ? least : Math.min(least, first);
            most = Math.max(most, sizes.lastKey());
            id = of.run();
        }
        if (points > 0) {
            ofRuns.add(new @Nullable Object[]{points, run.wrong, most < 0 ? null : Long.valueOf(least),
                    most < 0 ? null : Long.valueOf(most), finite(run.mostBusbw), finite(run.mostAlgbw),
                    finite(run.leastTime), id});
        }
    }

    private static @Nullable Double finite(double value) {
        return Double.isInfinite(value) ? null : Double.valueOf(value);
    }

    /** @param byRank whether some points are of single ranks */
    private record Part(Curve of, boolean byRank, CurvePoints points) {

        static Part of(ResultSet row, int number) throws SQLException {
            var metrics = row.getArray(5);
            boolean byRank = metrics != null && Arrays.stream((Object[]) metrics.getArray())
                    .anyMatch(each -> each != null && (";" + each).contains(";" + RankTimes.RANK + "="));
            return new Part(Curve.of(row), byRank, CurvePart.points(row, 6));
        }
    }

    private static final class OfSeries {

        /** Counts by message size, as in {@link SizeCounts}. */
        private final TreeMap<Long, long[]> sizes = new TreeMap<>();
        private boolean byRank;
    }

    private static final class OfRun {

        private final Map<Curve, OfSeries> series = new LinkedHashMap<>();
        private long wrong;
        private double mostBusbw = Double.NEGATIVE_INFINITY;
        private double mostAlgbw = Double.NEGATIVE_INFINITY;
        private double leastTime = Double.POSITIVE_INFINITY;

        void add(Part part) {
            var ofSeries = series.computeIfAbsent(part.of(), added -> new OfSeries());
            ofSeries.byRank |= part.byRank();
            var points = part.points();
            for (int i = 0; i < points.size(); i++) {
                var counts = ofSeries.sizes.computeIfAbsent(points.bytes(i),
                        added -> new long[1 + Metric.stored().size()]);
                counts[0]++;
                for (var metric : Metric.stored()) {
                    counts[1 + metric.ordinal()] += Double.isNaN(points.value(metric, i)) ? 0 : 1;
                }
                wrong += points.wrong(i) > 0 ? 1 : 0;
                mostBusbw = Math.max(mostBusbw, known(points.value(Metric.busbw, i), mostBusbw));
                mostAlgbw = Math.max(mostAlgbw, known(points.value(Metric.algbw, i), mostAlgbw));
                leastTime = Math.min(leastTime, known(points.value(Metric.time, i), leastTime));
            }
        }

        private static double known(double value, double otherwise) {
            return Double.isNaN(value) ? otherwise : value;
        }
    }
}
