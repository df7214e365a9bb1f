package org.gpucomm.server.ingest.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.gpucomm.results.RankTimes;
import org.gpucomm.server.series.SizeCounts;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/**
 * This class tells how many measurements a reading holds: of each run, of each series in each run, of each message size in
 * these. They are counted as they go by, or in one pass over the table, which gives the same.
 */
final class ReadingCounts {

    private static final String GROUPS = """
            select m.run_id, m.series_id, m.ranks, m.nodes, m.message_bytes, count(*), count(m.busbw_gbps),
                   count(m.algbw_gbps), count(m.time_us), count(m.speedup), count(m.efficiency_pct),
                   count(case when m.wrong > 0 then 1 end), max(m.busbw_gbps), max(m.algbw_gbps), min(m.time_us),
                   count(case when m.metrics like '%1$s=%%' or m.metrics like '%%;%1$s=%%' then 1 end)
              from measurement m join run r on r.id = m.run_id
             where r.reading_id = ?
             group by m.run_id, m.series_id, m.ranks, m.nodes, m.message_bytes
             order by m.run_id
            """.formatted(RankTimes.RANK);
    /** Groups that are in memory at a time; there may be as many as measurements. */
    private static final int FETCHED = 10_000;
    /** Of a size, in the order of the columns: all, and those with busbw, algbw, time, speedup, efficiency. */
    private static final int COUNTS_OF_A_SIZE = 6;

    /** Bounds for memory while an import goes on: series, and sizes of those that still grow. */
    private static final int MOST = 100_000;

    private final Map<Long, OfRun> runs = new HashMap<>();
    private final Map<SeriesOfRun, OfSeries> series = new HashMap<>();
    /** The sizes of series that grow no more, as {@link SizeCounts#text()}; most have the same. */
    private final Map<String, String> texts = new HashMap<>();
    private int openSizes;
    private int closeAt = MOST / 2;

    /** In the present transaction. */
    static ReadingCounts of(long reading, JdbcTemplate jdbc) {
        var counts = new ReadingCounts();
        jdbc.query(connection -> {
            var statement = connection.prepareStatement(GROUPS);
            statement.setLong(1, reading);
            statement.setFetchSize(FETCHED);
            return statement;
        }, (RowCallbackHandler) counts::add);
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
            return new Object[]{n.text(), of.run, of.series, of.ranks, of.nodes, n.counts[0], n.counts[1], n.counts[2],
                    n.counts[3], n.counts[4], n.counts[5], n.leastBytes, n.mostBytes, n.byRank};
        });
    }

    void add(MeasurementRow row) {
        var outcome = row.measurement().outcome();
        var of = new SeriesOfRun(row.run(), row.series(), row.ranks(), row.nodes());
        var counts = new long[]{1, one(outcome.busbw()), one(outcome.algbw()), one(outcome.time()),
                one(outcome.speedup()), one(outcome.efficiency())};
        var run = add(of, row.messageBytes(), counts, row.isOfRank());
        if (outcome.wrong() != null && outcome.wrong().doubleValue() > 0) {
            run.wrong++;
        }
        if (outcome.busbw() != null) {
            run.busbw(outcome.busbw().gigabytesPerSecond().doubleValue());
        }
        if (outcome.algbw() != null) {
            run.algbw(outcome.algbw().gigabytesPerSecond().doubleValue());
        }
        if (outcome.time() != null) {
            run.time(outcome.time().value().doubleValue());
        }
    }

    boolean areTooMany() {
        return openSizes > MOST || series.size() > MOST;
    }

    private void add(ResultSet row) throws SQLException {
        var of = new SeriesOfRun(row.getLong(1), row.getLong(2), row.getInt(3), row.getInt(4));
        var counts = new long[COUNTS_OF_A_SIZE];
        for (int i = 0; i < COUNTS_OF_A_SIZE; i++) {
            counts[i] = row.getLong(6 + i);
        }
        var run = add(of, row.getLong(5), counts, row.getLong(16) > 0);
        run.wrong += row.getLong(12);
        if (counts[1] > 0) {
            run.busbw(row.getDouble(13));
        }
        if (counts[2] > 0) {
            run.algbw(row.getDouble(14));
        }
        if (counts[3] > 0) {
            run.time(row.getDouble(15));
        }
    }

    private OfRun add(SeriesOfRun of, long bytes, long[] counts, boolean byRank) {
        var ofSeries = series.computeIfAbsent(of, key -> new OfSeries());
        ofSeries.add(bytes, counts);
        ofSeries.byRank |= byRank;
        if (openSizes > closeAt) {
            series.forEach((each, sizes) -> {
                if (each.run != of.run) {
                    sizes.close();
                }
            });
            closeAt = Math.max(MOST / 2, 2 * openSizes);
        }
        var ofRun = runs.computeIfAbsent(of.run, id -> new OfRun());
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

    private static long one(@Nullable Object value) {
        return value == null ? 0 : 1;
    }

    private record SeriesOfRun(long run, long series, int ranks, int nodes) {}

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

        void busbw(double busbw) {
            mostBusbw = Math.max(mostBusbw, busbw);
        }

        void algbw(double algbw) {
            mostAlgbw = Math.max(mostAlgbw, algbw);
        }

        void time(double time) {
            leastTime = Math.min(leastTime, time);
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
