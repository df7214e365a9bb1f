package org.gpucomm.server.series;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.identity.SeriesKey.History;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Histories of stored runs, from the table that {@link HistoryRows} updates: one row for each identity and place. */
@Component
public class StoredHistories {

    /** Dimensions in which the runs of one history may differ. */
    private static final Set<Dimension> VARYING = EnumSet.of(Dimension.tool, Dimension.toolVersion,
            Dimension.libraryVersion, Dimension.gpu);

    private final JdbcClient jdbc;
    private final StoredCurves curves;
    private final CurveSummaries curveSummaries;
    private final Sequence sequence;
    private final DataCache<Filter, List<StoredHistory>> all = new DataCache<>(1, (filter, histories) -> 1);

    StoredHistories(JdbcClient jdbc, StoredCurves curves, CurveSummaries curveSummaries, Sequence sequence) {
        this.jdbc = jdbc;
        this.curves = curves;
        this.curveSummaries = curveSummaries;
        this.sequence = sequence;
    }

    /**
     * @param twin         hash of the out-of-place history that this in-place one repeats; null if there is none
     * @param head         curve of one of its runs, without the run
     * @param lastSequence sequence number of the latest upload with one of its runs
     * @param changed      number that grows whenever its runs change
     */
    public record StoredHistory(long number, String hash, @Nullable String twin, CurveHead head, long runs,
            Instant firstAt, Instant lastAt, long lastSequence, long changed) {

        public SeriesKey key() {
            return head.key();
        }
    }

    /** History as a filter selects its runs. @param lastAt time of the last selected run @param whole whether all its runs are selected */
    public record Chosen(StoredHistory history, long runs, Instant lastAt, boolean whole) {}

    /** Returns the histories with runs that a filter selects, in any order. */
    public List<Chosen> chosen(Filter filter) {
        var identity = filter;
        for (var dimension : VARYING) {
            identity = identity.without(dimension);
        }
        var ofIdentity = identity;
        var matching = all().stream().filter(row -> ofIdentity.matches(row.head())).toList();
        var until = filter.until();
        var shares = VARYING.stream().anyMatch(filter::restricts)
                ? shares(filter, ofIdentity)
                : matching.stream().collect(Collectors.toMap(row -> row.key().history(), row -> Share.ALL));
        var parted = matching.stream()
                .filter(row -> filter.restrictsRuns() || until != null && row.lastSequence() > until
                        || shares.getOrDefault(row.key().history(), Share.SOME) == Share.SOME)
                .toList();
        var counts = counts(filter, parted);
        var apart = parted.stream().map(StoredHistory::number).collect(Collectors.toSet());
        var chosen = new ArrayList<Chosen>();
        for (var row : matching) {
            var count = apart.contains(row.number()) || shares.get(row.key().history()) == Share.NONE
                    ? counts.get(row.number())
                    : new Count(row.runs(), row.lastAt());
            if (count != null) {
                chosen.add(new Chosen(row, count.runs(), count.lastAt(), count.runs() == row.runs()));
            }
        }
        return chosen;
    }

    /** Share of a history's curves whose properties a filter selects. */
    private enum Share {
        ALL,
        SOME,
        NONE;

        private Share and(Share other) {
            return this == other ? this : SOME;
        }
    }

    /**
     * Returns the share of each history, computed from the summaries of its curves without reading its runs.
     *
     * @param ofIdentity the filter without the dimensions in which runs of one history may differ
     */
    private Map<History, Share> shares(Filter filter, Filter ofIdentity) {
        var shares = new HashMap<History, Share>();
        for (var summary : curveSummaries.of(Filter.ALL)) {
            var head = summary.head();
            if (head.isTimed() && ofIdentity.matches(head)) {
                shares.merge(head.key().history(), filter.matches(head) ? Share.ALL : Share.NONE, Share::and);
            }
        }
        return shares;
    }

    public Optional<StoredHistory> named(String hash) {
        return all().stream().filter(row -> row.hash().equals(hash)).findFirst();
    }

    /** Counts the runs of later uploads in histories that a filter would select without its {@link Filter#until()}. */
    public long later(Filter filter, Collection<StoredHistory> histories) {
        long until = Objects.requireNonNullElse(filter.until(), Long.MAX_VALUE);
        var grown = histories.stream().filter(row -> row.lastSequence() > until).map(StoredHistory::number).toList();
        if (grown.isEmpty()) {
            return 0;
        }
        var arguments = new ArrayList<Object>();
        arguments.add(grown.toArray(Long[]::new));
        var conditions = FilterSql.ofRuns(filter.withUntil(null), arguments) + FilterSql.ofSeries(filter, arguments);
        arguments.add(until);
        return jdbc.sql("select count(distinct c.run_id) from " + StoredCurves.WANTED
                + " join run_series c on c.history_id = wanted.id join run r on r.id = c.run_id"
                + " join upload u on u.id = r.upload_id join series s on s.id = c.series_id where r.state = 'ready'"
                + conditions + " and u.sequence > ?").params(arguments).query(Long.class).single();
    }

    private record Count(long runs, Instant lastAt) {}

    private Map<Long, Count> counts(Filter filter, List<StoredHistory> rows) {
        var counts = new HashMap<Long, Count>();
        if (rows.isEmpty()) {
            return counts;
        }
        var arguments = new ArrayList<Object>();
        arguments.add(rows.stream().map(StoredHistory::number).toArray(Long[]::new));
        var conditions = FilterSql.ofRuns(filter, arguments) + FilterSql.ofSeries(filter, arguments);
        jdbc.sql("select c.history_id, count(distinct c.run_id), max(r.made_at) from " + StoredCurves.WANTED
                + " join run_series c on c.history_id = wanted.id join run r on r.id = c.run_id"
                + " join series s on s.id = c.series_id where r.state = 'ready'" + conditions
                + " group by c.history_id").params(arguments).query(row -> {
                    counts.put(row.getLong(1),
                            new Count(row.getLong(2), row.getObject(3, OffsetDateTime.class).toInstant()));
                });
        return counts;
    }

    private List<StoredHistory> all() {
        return Objects.requireNonNull(all.find(sequence.version(), Filter.ALL, this::read));
    }

    private List<StoredHistory> read() {
        var ids = jdbc.sql("select distinct circumstances_id from history").query(Long.class).list();
        var circumstances = curves.circumstances(ids);
        return jdbc.sql("""
                select h.id, h.hash, h.twin, h.ranks, h.nodes, h.circumstances_id, h.runs, h.first_at, h.last_at,
                       h.last_sequence, h.changed, s.*
                  from history h join series s on s.id = h.series_id
                """).query((row, n) -> stored(row, circumstances)).list();
    }

    private static StoredHistory stored(ResultSet row, Map<Long, Circumstances> circumstances) throws SQLException {
        var series = StoredCurves.seriesRow(row);
        int ranks = row.getInt("ranks");
        int nodes = row.getInt("nodes");
        var key = SeriesKey.of(series, ranks, nodes,
                circumstances.getOrDefault(row.getLong("circumstances_id"), Circumstances.UNKNOWN));
        return new StoredHistory(row.getLong(1), row.getString(2), row.getString(3),
                CurveHead.ofKind(series, key, ranks, nodes), row.getLong("runs"), instant(row, "first_at"),
                instant(row, "last_at"), row.getLong("last_sequence"), row.getLong("changed"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
