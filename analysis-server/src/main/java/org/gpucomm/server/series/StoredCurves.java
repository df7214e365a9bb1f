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
import java.util.function.BiConsumer;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The curves of ready runs as the tables keep them: which there are, and their points. A view of many runs reads a row for each
 * curve of each, and never a measurement.
 */
@Component
public class StoredCurves {

    /** Databases take some thousand parameters of a statement. */
    private static final int PARAMETERS = 1_000;

    private final JdbcClient jdbc;

    StoredCurves(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the curves that are chosen, whatever their sizes, in the order of upload, section and series. */
    public List<CurveHead> heads(Filter filter) {
        var rows = series(filter);
        if (rows.isEmpty()) {
            return List.of();
        }
        var arguments = new ArrayList<Object>();
        var sql = """
                select c.run_id, c.series_id, c.ranks, c.nodes, c.points, c.busbw_points, c.algbw_points, c.time_points,
                       c.speedup_points, c.efficiency_points, c.min_bytes, c.max_bytes, c.by_rank, r.upload_id, r.section,
                       r.circumstances_id, r.started_at, r.stored_at, r.bundled, u.sequence,
                       coalesce(r.source, r.filename) as filename
                  from run_series c join run r on r.id = c.run_id join upload u on u.id = r.upload_id
                 where r.state = 'ready'
                """ + filter.ofRuns(arguments) + ofSeries(filter, rows, arguments)
                + " order by u.sequence, r.upload_id, r.section, c.series_id, c.ranks, c.nodes";
        var circumstances = new HashMap<Long, Circumstances>();
        var keys = new HashMap<Of, SeriesKey>();
        var heads = jdbc.sql(sql).params(arguments).query((row, number) -> {
            var series = rows.get(row.getLong("series_id"));
            if (series == null) {
                return null;
            }
            var of = new Of(row.getLong("series_id"), row.getInt("ranks"), row.getInt("nodes"),
                    row.getLong("circumstances_id"));
            var ofRun = circumstances.computeIfAbsent(of.circumstances(), this::circumstances);
            var key = keys.computeIfAbsent(of, each -> SeriesKey.of(series, each.ranks(), each.nodes(), ofRun));
            return head(row, series, key);
        }).list();
        return heads.stream().filter(Objects::nonNull).filter(filter::matches).toList();
    }

    /** Gives the points of each of these curves, in any order. */
    public void read(Collection<CurveHead> heads, BiConsumer<CurveHead, CurvePoints> visitor) {
        record At(long run, long series, int ranks, int nodes) {}
        var byPlace = new HashMap<At, CurveHead>();
        heads.forEach(head -> byPlace.put(new At(head.run(), head.seriesId(), head.ranks(), head.nodes()), head));
        var runs = heads.stream().map(CurveHead::run).distinct().toList();
        for (int from = 0; from < runs.size(); from += PARAMETERS) {
            var arguments = new ArrayList<Object>();
            var points = new LinkedHashMap<CurveHead, CurvePoints>();
            jdbc.sql("select run_id, series_id, ranks, nodes, content from curve_points where 1 = 1"
                    + Filter.in("run_id", runs.subList(from, Math.min(runs.size(), from + PARAMETERS)), arguments)
                    + " order by run_id, series_id, ranks, nodes, part").params(arguments).query(row -> {
                        var head = byPlace.get(
                                new At(row.getLong(1), row.getLong(2), row.getInt(3), row.getInt(4)));
                        if (head != null) {
                            points.merge(head, CurvePoints.unpack(row.getBytes(5)), CurvePoints::and);
                        }
                    });
            points.forEach(visitor);
        }
    }

    /** The sequence number of the last upload that is shown. */
    public long latest() {
        return jdbc.sql("select sequence from publication where id = 1").query(Long.class).single();
    }

    private record Of(long series, int ranks, int nodes, long circumstances) {}

    private Map<Long, SeriesRow> series(Filter filter) {
        var arguments = new ArrayList<Object>();
        var rows = new HashMap<Long, SeriesRow>();
        jdbc.sql("select s.* from series s where 1 = 1" + filter.ofSeries(arguments)).params(arguments)
                .query(row -> {
                    rows.put(row.getLong("id"), SeriesRow.of(row));
                });
        return rows;
    }

    /** The index of series is of use where few are meant; where none is restricted, all are. */
    private static String ofSeries(Filter filter, Map<Long, SeriesRow> rows, List<Object> arguments) {
        var series = filter.restrictsSeries() && rows.size() <= PARAMETERS
                ? Filter.in("c.series_id", rows.keySet(), arguments)
                : "";
        return series + filter.ofPlaces("c", arguments);
    }

    private Circumstances circumstances(long id) {
        return id == 0
                ? Circumstances.UNKNOWN
                : Circumstances.parse(jdbc.sql("select content from circumstances where id = ?").param(id)
                        .query(String.class).single());
    }

    private static CurveHead head(ResultSet row, SeriesRow series, SeriesKey key) throws SQLException {
        var counts = new long[Metric.stored().size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = row.getLong(Metric.stored().get(i) + "_points");
        }
        return new CurveHead(row.getLong("run_id"),
                new RunId(row.getString("upload_id"), row.getInt("section")).toString(), row.getLong("series_id"),
                series,
                key, row.getInt("ranks"), row.getInt("nodes"), row.getLong("points"), counts, row.getLong("min_bytes"),
                row.getLong("max_bytes"), row.getBoolean("by_rank"), row.getString("started_at"),
                row.getObject("stored_at", OffsetDateTime.class), row.getBoolean("bundled"), row.getLong("sequence"),
                row.getString("filename"));
    }
}
