package org.gpucomm.server.ingest;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** How many measurements a reading holds: of each run, of each series in each run, at each place. Found in one pass. */
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

    private final Map<Long, OfRun> runs = new HashMap<>();
    private final Map<SeriesOfRun, long[]> series = new HashMap<>();
    private final Map<Place, long[]> places = new HashMap<>();

    /** In the present transaction. */
    static ReadingCounts of(long reading, JdbcTemplate jdbc) {
        var counts = new ReadingCounts();
        jdbc.query(connection -> {
            var statement = connection.prepareStatement(GROUPS);
            statement.setLong(1, reading);
            statement.setFetchSize(FETCHED);
            return statement;
        }, counts::add);
        return counts;
    }

    /** Points, those with wrong data, least and most bytes, most busbw and algbw, least time, id of the run. */
    List<@Nullable Object[]> ofRuns() {
        return runs.entrySet().stream().map(run -> run.getValue().values(run.getKey())).toList();
    }

    /** Run, series, ranks, nodes, points. */
    List<Object[]> ofSeries() {
        return series.entrySet().stream().map(each -> {
            var of = each.getKey();
            return new Object[]{of.run, of.series, of.ranks, of.nodes, each.getValue()[0]};
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

    private void add(ResultSet row) throws SQLException {
        long run = row.getLong(1);
        var place = new Place(row.getLong(2), row.getInt(3), row.getInt(4), row.getLong(5));
        long points = row.getLong(6);
        runs.computeIfAbsent(run, id -> new OfRun()).add(row, points, place.bytes);
        series.computeIfAbsent(new SeriesOfRun(run, place.series, place.ranks, place.nodes),
                key -> new long[1])[0] += points;
        var counts = places.computeIfAbsent(place, key -> new long[COUNTS_OF_A_PLACE]);
        for (int i = 0; i < COUNTS_OF_A_PLACE; i++) {
            counts[i] += row.getLong(6 + i);
        }
    }

    private record SeriesOfRun(long run, long series, int ranks, int nodes) {}

    private record Place(long series, int ranks, int nodes, long bytes) {}

    private static final class OfRun {

        private long points;
        private long wrong;
        private @Nullable Long leastBytes;
        private @Nullable Long mostBytes;
        private @Nullable Double mostBusbw;
        private @Nullable Double mostAlgbw;
        private @Nullable Double leastTime;

        void add(ResultSet row, long more, long bytes) throws SQLException {
            points += more;
            wrong += row.getLong(12);
            if (bytes >= 0) { // -1 stands for none
                leastBytes = leastBytes == null ? bytes : Math.min(leastBytes, bytes);
                mostBytes = mostBytes == null ? bytes : Math.max(mostBytes, bytes);
            }
            mostBusbw = most(mostBusbw, row.getObject(13, Double.class));
            mostAlgbw = most(mostAlgbw, row.getObject(14, Double.class));
            var time = row.getObject(15, Double.class);
            leastTime = time == null ? leastTime : leastTime == null ? time : Double.valueOf(Math.min(leastTime, time));
        }

        @Nullable
        Object[] values(long run) {
            return new @Nullable Object[]{points, wrong, leastBytes, mostBytes, mostBusbw, mostAlgbw, leastTime, run};
        }

        private static @Nullable Double most(@Nullable Double a, @Nullable Double b) {
            return a == null ? b : b == null ? a : Double.valueOf(Math.max(a, b));
        }
    }
}
