package org.gpucomm.server.series;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.RunId;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.identity.SeriesRow;
import org.gpucomm.analysis.series.CurvePoints;
import org.gpucomm.analysis.series.IterationsAnswer;
import org.gpucomm.analysis.series.MergedCurve;
import org.gpucomm.server.series.StoredHistories.StoredHistory;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Component;

/** Stored curves of ready runs and their points. A view of many runs reads one row for each curve and no measurements. */
@Component
public class StoredCurves {

    /** Maximum number of parameters of a statement; databases take some thousand. */
    private static final int PARAMETERS = 1_000;

    /** Number of curves that one statement reads. */
    private static final int AT_ONCE = 1_000;
    /** Table of numbers in SQL. Each number is looked up; a list would be compared with every row. */
    public static final String WANTED = "unnest(cast(? as bigint array)) as wanted(id)";

    /** Query for parts of curves by their whole keys, with the position of each curve in the request. */
    private static final String PARTS = """
            select wanted.position, c.part, %s
              from unnest(cast(? as bigint array), cast(? as bigint array), cast(? as int array), cast(? as int array),
                          cast(? as int array)) as wanted(run, series, ranks, nodes, position)
                   join curve c on c.run_id = wanted.run and c.series_id = wanted.series
                    and c.ranks = wanted.ranks and c.nodes = wanted.nodes
            """;
    private static final String POINTS = PARTS.formatted(CurvePart.POINTS);
    /** Query for the parts whose tool reported iterations. */
    private static final String ITERATIONS = PARTS.formatted(StoredIterations.COLUMNS)
            + " where c.time_p50_us is not null order by wanted.position, c.part";
    /** Query for heads, read by column position: for thousands of rows, looking up twenty names takes longer than reading. */
    private static final String HEADS = """
            select c.run_id, c.series_id, c.ranks, c.nodes, c.points, c.busbw_points, c.algbw_points, c.time_points,
                   c.speedup_points, c.efficiency_points, c.min_bytes, c.max_bytes, c.by_rank, r.upload_id, r.section,
                   r.circumstances_id, r.started_at, r.made_at, u.sequence,
                   coalesce(r.source, u.title, r.filename) as filename
              from run_series c join run r on r.id = c.run_id join upload u on u.id = r.upload_id
             where r.state = 'ready'
            """;

    /** Maximum number of points read for one answer; reading these takes a few seconds. */
    private static final long MOST_READ = 5_000_000;
    /** Maximum number of points in memory: each takes some 200 bytes while they are grouped, and two answers are computed at a time. */
    private static final long MOST = 600_000;

    private final JdbcClient jdbc;

    StoredCurves(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the curves that a filter selects, whatever their sizes, ordered by upload, section and series. */
    public List<CurveHead> heads(Filter filter) {
        return heads(filter, "", List.of());
    }

    /** Returns the curves of later uploads that a filter would select without its {@link Filter#until()}. */
    public List<CurveHead> later(Filter filter) {
        return heads(filter.withUntil(null), " and u.sequence > ?",
                List.of(Objects.requireNonNullElse(filter.until(), Long.MAX_VALUE)));
    }

    private List<CurveHead> heads(Filter filter, String more, List<Object> itsArguments) {
        var rows = series(filter);
        var arguments = new ArrayList<Object>();
        var conditions = FilterSql.ofRuns(filter, arguments) + ofSeries(filter, rows, arguments) + more;
        arguments.addAll(itsArguments);
        return heads(rows, conditions, arguments).stream().filter(filter::matches).toList();
    }

    private List<CurveHead> heads(Map<Long, SeriesRow> rows, String conditions, List<Object> arguments) {
        if (rows.isEmpty()) {
            return List.of();
        }
        record Row(Of of, SeriesRow series, Function<SeriesKey, CurveHead> head) {}
        var found = jdbc.sql(HEADS + conditions
                + " order by u.sequence, r.upload_id, r.section, c.series_id, c.ranks, c.nodes").params(arguments)
                .query((row, number) -> {
                    var series = rows.get(row.getLong(2));
                    return series == null ? null : new Row(Of.of(row), series, head(row, series));
                }).list().stream().filter(Objects::nonNull).toList();
        var circumstances = circumstances(found.stream().map(row -> row.of().circumstances()).distinct().toList());
        var keys = new HashMap<Of, SeriesKey>();
        return found.stream().map(row -> row.head().apply(keys.computeIfAbsent(row.of(),
                of -> SeriesKey.of(row.series(), of.ranks(), of.nodes(),
                        circumstances.getOrDefault(of.circumstances(), Circumstances.UNKNOWN)))))
                .toList();
    }

    /** Returns the curves of histories that a filter selects, whatever their sizes, in the same order. */
    public List<CurveHead> heads(Filter filter, Collection<StoredHistory> histories) {
        if (histories.isEmpty()) {
            return List.of();
        }
        var arguments = new ArrayList<Object>();
        var conditions = FilterSql.in("c.history_id", histories.stream().map(StoredHistory::number).toList(), arguments)
                + FilterSql.ofRuns(filter, arguments) + FilterSql.ofPlaces(filter, "c", arguments);
        return heads(series(filter), conditions, arguments).stream().filter(filter::matches).toList();
    }

    /** Returns the curves of the latest runs of a history and reads no others. @param runs largest number of runs */
    public List<CurveHead> latest(StoredHistory history, int runs) {
        var latest = jdbc.sql("""
                select x.run_id from run_series x join run y on y.id = x.run_id
                 where x.history_id = ? and y.state = 'ready'
                 group by x.run_id, y.made_at
                 order by y.made_at desc, x.run_id desc
                """ + " fetch first " + runs + " rows only").param(history.number()).query(Long.class).list();
        if (latest.isEmpty()) {
            return List.of();
        }
        var arguments = new ArrayList<Object>();
        var conditions = FilterSql.in("c.run_id", latest, arguments) + " and c.history_id = ?";
        arguments.add(history.number());
        return heads(series(Filter.ALL), conditions, arguments);
    }

    /** Returns the condition that {@code run r} has a selected curve; its values are added to {@code arguments}. */
    public String holding(Filter filter, List<Object> arguments) {
        if (filter.needsCircumstances()) {
            var runs = heads(filter).stream().map(head -> String.valueOf(head.run())).distinct()
                    .collect(Collectors.joining(", "));
            return runs.isEmpty() ? " and 1 = 0" : " and r.id in (" + runs + ")";
        }
        var ofRuns = FilterSql.ofRuns(filter, arguments);
        return filter.values().isEmpty()
                ? ofRuns
                : ofRuns + " and exists (select 1 from run_series x join series s on s.id = x.series_id"
                        + " where x.run_id = r.id" + FilterSql.ofSeries(filter, arguments)
                        + FilterSql.ofPlaces(filter, "x", arguments) + ")";
    }

    /** Returns the points of each curve that has any at the sizes that a filter selects; empty if there are too many. */
    public Optional<Map<CurveHead, CurvePoints>> points(Collection<CurveHead> heads, Filter filter) {
        boolean someSizes = filter.restricts(Dimension.bytes);
        if (heads.stream().mapToLong(CurveHead::points).sum() > (someSizes ? MOST_READ : MOST)) {
            return Optional.empty();
        }
        var chosen = new HashMap<CurveHead, CurvePoints>();
        var held = new AtomicLong();
        read(heads, (head, all) -> {
            var some = someSizes ? all.where(filter::matchesSize) : all;
            if (held.addAndGet(some.size()) <= MOST) {
                chosen.put(head, some);
            }
        });
        return held.get() <= MOST ? Optional.of(chosen) : Optional.empty();
    }

    /** Passes the points of each curve to a visitor, in any order. */
    public void read(Collection<CurveHead> heads, BiConsumer<CurveHead, CurvePoints> visitor) {
        heads.stream().gather(Gatherers.windowFixed(AT_ONCE)).forEach(some -> {
            var parts = new LinkedHashMap<CurveHead, TreeMap<Long, CurvePoints>>();
            parts(POINTS, some, row -> parts.computeIfAbsent(some.get(row.getInt(1)), added -> new TreeMap<>())
                    .put(row.getLong(2), CurvePart.points(row, 3)));
            parts.forEach((head, points) -> visitor.accept(head, CurvePoints.joined(points.values())));
        });
    }

    private void parts(String sql, List<CurveHead> of, RowCallbackHandler handler) {
        jdbc.sql(sql).param(1, of.stream().map(CurveHead::run).toArray(Long[]::new))
                .param(2, of.stream().map(CurveHead::seriesId).toArray(Long[]::new))
                .param(3, of.stream().map(CurveHead::ranks).toArray(Integer[]::new))
                .param(4, of.stream().map(CurveHead::nodes).toArray(Integer[]::new))
                .param(5, IntStream.range(0, of.size()).boxed().toArray(Integer[]::new)).query(handler);
    }

    /** Returns the iterations of curves at each size; curves without reported iterations are left out. */
    Map<MergedCurve, List<IterationsAnswer.Iterations>> iterations(Collection<MergedCurve> curves) {
        var wanted = new ArrayList<CurveHead>();
        var of = new ArrayList<MergedCurve>();
        for (var curve : curves) {
            for (var head : curve.heads()) {
                wanted.add(head);
                of.add(curve);
            }
        }
        var found = new LinkedHashMap<MergedCurve, TreeMap<Long, List<StoredIterations>>>();
        parts(ITERATIONS, wanted, row -> StoredIterations.addTo(
                found.computeIfAbsent(of.get(row.getInt(1)), added -> new TreeMap<>()), row));
        var all = new LinkedHashMap<MergedCurve, List<IterationsAnswer.Iterations>>();
        found.values().removeIf(TreeMap::isEmpty);
        found.forEach((curve, sizes) -> all.put(curve, sizes.entrySet().stream()
                .map(size -> StoredIterations.together(size.getKey(), size.getValue())).toList()));
        return all;
    }

    /** Parts of a key in the row of a head. */
    private record Of(long series, int ranks, int nodes, long circumstances) {

        static Of of(ResultSet row) throws SQLException {
            return new Of(row.getLong(2), row.getInt(3), row.getInt(4), row.getLong(16));
        }
    }

    Map<Long, SeriesRow> series(Filter filter) {
        var arguments = new ArrayList<Object>();
        return rows(jdbc.sql("select s.* from series s where 1 = 1" + FilterSql.ofSeries(filter, arguments))
                .params(arguments));
    }

    Map<Long, SeriesRow> rows(List<Long> ids) {
        return rows(jdbc.sql("select s.* from " + WANTED + " join series s on s.id = wanted.id").param(1,
                ids.toArray(Long[]::new)));
    }

    private static Map<Long, SeriesRow> rows(StatementSpec query) {
        var rows = new HashMap<Long, SeriesRow>();
        query.query(row -> {
            rows.put(row.getLong("id"), seriesRow(row));
        });
        return rows;
    }

    /** Returns conditions on the series. The index on series helps if there are few; without restrictions, all series match. */
    private static String ofSeries(Filter filter, Map<Long, SeriesRow> rows, List<Object> arguments) {
        var series = FilterSql.restrictsSeries(filter) && !rows.isEmpty() && rows.size() <= PARAMETERS
                ? FilterSql.in("c.series_id", rows.keySet(), arguments)
                : "";
        return series + FilterSql.ofPlaces(filter, "c", arguments);
    }

    Map<Long, Circumstances> circumstances(List<Long> ids) {
        var circumstances = new HashMap<Long, Circumstances>();
        jdbc.sql("select c.id, c.content from " + WANTED + " join circumstances c on c.id = wanted.id")
                .param(1, ids.toArray(Long[]::new)).query(row -> {
                    circumstances.put(row.getLong(1), Circumstances.parse(row.getString(2)));
                });
        return circumstances;
    }

    /** Reads all columns but the key; the counts are in the order of {@link Metric#stored()}. */
    private static Function<SeriesKey, CurveHead> head(ResultSet row, SeriesRow series) throws SQLException {
        var counts = new long[Metric.stored().size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = row.getLong(6 + i);
        }
        long run = row.getLong(1);
        long number = row.getLong(2);
        int ranks = row.getInt(3);
        int nodes = row.getInt(4);
        long points = row.getLong(5);
        long least = row.getLong(11);
        long most = row.getLong(12);
        boolean byRank = row.getBoolean(13);
        var id = new RunId(row.getString(14), row.getInt(15)).toString();
        var started = row.getString(17);
        var made = row.getObject(18, OffsetDateTime.class);
        long sequence = row.getLong(19);
        var filename = row.getString(20);
        return key -> new CurveHead(run, id, number, series, key, ranks, nodes, points, counts, least, most, byRank,
                started, made, sequence, filename);
    }

    /** Reads the columns of {@code series s}. */
    static SeriesRow seriesRow(ResultSet row) throws SQLException {
        return new SeriesRow(row.getString("tool"), row.getString("tool_version"), row.getString("library"),
                row.getString("library_version"), row.getString("operation"), row.getString("variant"),
                row.getString("placement"), row.getString("instance_type"), row.getString("gpu"),
                row.getString("problem"), row.getString("datatype"), row.getString("redop"), row.getString("root"),
                row.getString("settings"));
    }
}
