package org.gpucomm.server.ingest.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/**
 * How many measurements a reading holds: of each run, of each series in each run, at each place. They are counted as they go
 * by, or in one pass over the table, which gives the same.
 */
final class ReadingCounts {

    private static final String GROUPS = """
            select m.run_id, m.series_id, m.ranks, m.nodes, m.message_bytes, count(*), count(m.busbw_gbps),
                   count(m.algbw_gbps), count(m.time_us), count(m.speedup), count(m.efficiency_pct),
                   count(case when m.wrong > 0 then 1 end), max(m.busbw_gbps), max(m.algbw_gbps), min(m.time_us)
              from measurement m join run r on r.id = m.run_id
             where r.reading_id = ?
             group by m.run_id, m.series_id, m.ranks, m.nodes, m.message_bytes
            """;
    /** Groups that are in memory at a time; there may be as many as measurements. */
    private static final int FETCHED = 10_000;
    /** Of a place, in the order of the columns: all, and those with busbw, algbw, time, speedup, efficiency. */
    private static final int COUNTS_OF_A_PLACE = 6;

    /** A bound for memory while an import goes on. */
    private static final int MOST_PLACES = 100_000;

    private final Map<Long, OfRun> runs = new HashMap<>();
    private final Map<SeriesOfRun, OfSeries> series = new HashMap<>();
    private final Map<CountedPlace, long[]> places = new HashMap<>();

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

    /** Run, series, ranks, nodes, the counts of a place, least and most bytes. */
    List<Object[]> ofSeries() {
        return series.entrySet().stream().map(each -> {
            var of = each.getKey();
            var n = each.getValue();
            return new Object[]{of.run, of.series, of.ranks, of.nodes, n.counts[0], n.counts[1], n.counts[2],
                    n.counts[3],
                    n.counts[4], n.counts[5], n.leastBytes, n.mostBytes};
        }).toList();
    }

    /** Series, ranks, nodes and bytes of each place. */
    List<Object[]> places() {
        return places.keySet().stream()
                .map(place -> new Object[]{place.series, place.ranks, place.nodes, place.bytes}).toList();
    }

    /**
     * The counts of each place, then its series, ranks, nodes and bytes.
     *
     * @param sign 1, or -1 for what is taken away
     */
    List<Object[]> ofPlaces(int sign) {
        return places.entrySet().stream().map(each -> {
            var place = each.getKey();
            var n = each.getValue();
            return new Object[]{sign * n[0], sign * n[1], sign * n[2], sign * n[3], sign * n[4], sign * n[5],
                    place.series, place.ranks, place.nodes, place.bytes};
        }).toList();
    }

    void add(MeasurementRow row) {
        var outcome = row.measurement().outcome();
        var place = new CountedPlace(row.series(), row.ranks(), row.nodes(), row.messageBytes());
        var counts = new long[]{1, one(outcome.busbw()), one(outcome.algbw()), one(outcome.time()),
                one(outcome.speedup()), one(outcome.efficiency())};
        var run = add(row.run(), place, counts);
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
        return places.size() > MOST_PLACES || series.size() > MOST_PLACES;
    }

    private void add(ResultSet row) throws SQLException {
        var place = new CountedPlace(row.getLong(2), row.getInt(3), row.getInt(4), row.getLong(5));
        var counts = new long[COUNTS_OF_A_PLACE];
        for (int i = 0; i < COUNTS_OF_A_PLACE; i++) {
            counts[i] = row.getLong(6 + i);
        }
        var run = add(row.getLong(1), place, counts);
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

    private OfRun add(long run, CountedPlace place, long[] counts) {
        long points = counts[0];
        series.computeIfAbsent(new SeriesOfRun(run, place.series, place.ranks, place.nodes), key -> new OfSeries())
                .add(place.bytes, counts);
        add(counts, places.computeIfAbsent(place, key -> new long[COUNTS_OF_A_PLACE]));
        var ofRun = runs.computeIfAbsent(run, id -> new OfRun());
        ofRun.points += points;
        if (place.bytes >= 0) { // -1 stands for none
            ofRun.bytes(place.bytes);
        }
        return ofRun;
    }

    private static void add(long[] counts, long[] sums) {
        for (int i = 0; i < COUNTS_OF_A_PLACE; i++) {
            sums[i] += counts[i];
        }
    }

    private static long one(@Nullable Object value) {
        return value == null ? 0 : 1;
    }

    private record SeriesOfRun(long run, long series, int ranks, int nodes) {}

    private record CountedPlace(long series, int ranks, int nodes, long bytes) {}

    private static final class OfSeries {

        private final long[] counts = new long[COUNTS_OF_A_PLACE];
        private long leastBytes = Long.MAX_VALUE;
        private long mostBytes = -1;

        void add(long bytes, long[] more) {
            ReadingCounts.add(more, counts);
            leastBytes = Math.min(leastBytes, bytes);
            mostBytes = Math.max(mostBytes, bytes);
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
