package org.gpucomm.server.ingest.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.results.RankTimes;
import org.gpucomm.server.series.CurvePart;
import org.gpucomm.server.series.CurvePart.Curve;
import org.gpucomm.analysis.series.CurvePoints;
import org.gpucomm.server.series.CurveRows;
import org.gpucomm.analysis.series.SizeCounts;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Number of a reading's measurements by run, by series, and by message size, computed in one pass over the table.
 *
 * @param ofRuns   rows of points, points with wrong data, least and most bytes, highest busbw and algbw, least time, and run id
 * @param ofSeries rows of {@link SizeCounts#text()}, run, series, ranks, nodes, counts, least and most bytes, and whether by rank
 * @param texts    texts of sizes, shared because most series have the same sizes
 */
record ReadingCounts(List<@Nullable Object[]> ofRuns, List<Object[]> ofSeries, Map<String, String> texts) {

    private static final String COLUMNS = "c.run_id, c.series_id, c.ranks, c.nodes, c.metrics, " + CurvePart.POINTS;

    /** Counts a reading in the current transaction. */
    static ReadingCounts of(long reading, JdbcClient jdbc) {
        var counts = new ReadingCounts(new ArrayList<>(), new ArrayList<>(), new HashMap<>());
        var runs = jdbc.sql("select id from run where reading_id = ?").param(reading).query(Long.class).list();
        var inTurn = IntStream.range(0, runs.size()).boxed().collect(Collectors.toMap(runs::get, place -> place));
        var parts = new CurveRows<>(jdbc, inTurn, COLUMNS, Part::of);
        var ownMemory = ownMemory(reading, jdbc);
        var run = new OfRun();
        for (long open = -1; parts.hasNext();) {
            var part = parts.next();
            if (part.of().run() != open) {
                counts.close(run);
                run = new OfRun();
                open = part.of().run();
            }
            run.add(part, ownMemory.contains(part.of().series()));
        }
        counts.close(run);
        return counts;
    }

    /** Returns the ids of series that a device measured within its own memory. */
    private static Set<Long> ownMemory(long reading, JdbcClient jdbc) {
        return jdbc.sql("""
                select distinct s.id, s.tool, s.variant, s.settings
                  from series s join curve c on c.series_id = s.id join run r on r.id = c.run_id
                 where r.reading_id = ?
                   and (s.tool in ('nvbandwidth', 'cuda-bandwidth-test') or s.settings like '%row=%'
                        or s.settings like '%from=%' or s.settings like '%pair=%')
                """).param(reading).query(Named.class).stream()
                .filter(each -> SeriesKey.isOwnMemory(each.tool(), each.variant(), each.settings()))
                .map(Named::id).collect(Collectors.toSet());
    }

    private record Named(long id, String tool, String variant, String settings) {}

    private void close(OfRun run) {
        long points = 0;
        long least = Long.MAX_VALUE;
        long most = -1;
        long id = 0;
        var best = run.between.isKnown() ? run.between : run.ownMemory;
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
                    most < 0 ? null : Long.valueOf(most), finite(best.mostBusbw), finite(best.mostAlgbw),
                    finite(best.leastTime), id});
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
        /** Best values between devices, and of any other measurement. */
        private final Best between = new Best();
        /** Best values within the memory of one device, which are those of the run only if there are no others. */
        private final Best ownMemory = new Best();
        private long wrong;

        void add(Part part, boolean isOwnMemory) {
            var ofSeries = series.computeIfAbsent(part.of(), added -> new OfSeries());
            ofSeries.byRank |= part.byRank();
            var best = isOwnMemory ? ownMemory : between;
            var points = part.points();
            for (int i = 0; i < points.size(); i++) {
                var counts = ofSeries.sizes.computeIfAbsent(points.bytes(i),
                        added -> new long[1 + Metric.stored().size()]);
                counts[0]++;
                for (var metric : Metric.stored()) {
                    counts[1 + metric.ordinal()] += Double.isNaN(points.value(metric, i)) ? 0 : 1;
                }
                wrong += points.wrong(i) > 0 ? 1 : 0;
                best.add(points, i);
            }
        }
    }

    private static final class Best {

        private double mostBusbw = Double.NEGATIVE_INFINITY;
        private double mostAlgbw = Double.NEGATIVE_INFINITY;
        private double leastTime = Double.POSITIVE_INFINITY;

        void add(CurvePoints points, int at) {
            mostBusbw = Math.max(mostBusbw, known(points.value(Metric.busbw, at), mostBusbw));
            mostAlgbw = Math.max(mostAlgbw, known(points.value(Metric.algbw, at), mostAlgbw));
            leastTime = Math.min(leastTime, known(points.value(Metric.time, at), leastTime));
        }

        boolean isKnown() {
            return mostBusbw > 0 || mostAlgbw > 0 || leastTime < Double.POSITIVE_INFINITY;
        }

        private static double known(double value, double otherwise) {
            return Double.isNaN(value) ? otherwise : value;
        }
    }
}
