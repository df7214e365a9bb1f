package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.series.CurveSummary;
import org.gpucomm.analysis.series.SizeCounts;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Summaries of curves, one for all curves with equal keys, which the database computes without reading a measurement. Table {@code kind}
 * has those over all runs; the transaction that publishes or removes a reading updates it.
 */
@Component
public class CurveSummaries {

    private static final String SUMS = """
            select c.series_id, c.ranks, c.nodes, r.circumstances_id, c.sizes_id, count(*), sum(c.points),
                   sum(c.busbw_points), sum(c.algbw_points), sum(c.time_points), sum(c.speedup_points),
                   sum(c.efficiency_points)
              from run_series c join run r on r.id = c.run_id
             where r.state = 'ready'
            """;
    private static final String EACH = " group by c.series_id, c.ranks, c.nodes, r.circumstances_id, c.sizes_id";

    private static final List<String> KEY = List.of("series_id", "ranks", "nodes", "circumstances_id", "sizes_id");
    private static final List<String> COUNTS = List.of("curves", "points", "busbw_points", "algbw_points",
            "time_points", "speedup_points", "efficiency_points");

    private static final String INSERT = "insert into kind (%s, %s) values (?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0) on conflict do nothing"
            .formatted(String.join(", ", KEY), String.join(", ", COUNTS));
    private static final String UPDATE = "update kind set "
            + COUNTS.stream().map(count -> count + " = " + count + " + ?").collect(Collectors.joining(", "))
            + KEY.stream().map(column -> column + " = ?").collect(Collectors.joining(" and ", " where ", ""));

    private final JdbcClient jdbc;
    private final JdbcTemplate tables;
    private final StoredCurves curves;
    private final Sequence sequence;
    private final DataCache<Filter, List<CurveSummary>> all = new DataCache<>(1, (filter, summaries) -> 1);

    CurveSummaries(JdbcClient jdbc, JdbcTemplate tables, StoredCurves curves, Sequence sequence) {
        this.jdbc = jdbc;
        this.tables = tables;
        this.curves = curves;
        this.sequence = sequence;
    }

    /** Adds the curves of a reading that becomes visible. */
    public void add(long reading) {
        var kinds = kinds(reading, 1);
        tables.batchUpdate(INSERT, kinds.stream().map(kind -> Stream.of(kind).skip(COUNTS.size()).toArray()).toList());
        tables.batchUpdate(UPDATE, kinds);
    }

    /** Removes the curves of a reading that is no longer visible; does nothing if it was not visible. */
    public void remove(long reading) {
        var kinds = kinds(reading, -1);
        if (!kinds.isEmpty()) {
            tables.batchUpdate(UPDATE, kinds);
            tables.update("delete from kind where curves = 0");
        }
    }

    /** Returns the counts of each kind, followed by its key. */
    private List<Object[]> kinds(long reading, int sign) {
        return tables.query(SUMS + " and r.reading_id = ?" + EACH, (row, number) -> {
            var values = new Object[COUNTS.size() + KEY.size()];
            for (int i = 0; i < COUNTS.size(); i++) {
                values[i] = sign * row.getLong(KEY.size() + 1 + i);
            }
            for (int i = 0; i < KEY.size(); i++) {
                values[COUNTS.size() + i] = row.getLong(1 + i);
            }
            return values;
        }, reading);
    }

    /** Returns the values of each dimension, with the number of measurements that a filter selects; not for the message size. */
    public Map<Dimension, Map<Object, Long>> counts(Set<Dimension> dimensions, Filter filter) {
        var counts = new EnumMap<Dimension, Map<Object, Long>>(Dimension.class);
        dimensions.forEach(dimension -> counts.put(dimension, new TreeMap<>()));
        for (var summary : of(filter)) {
            long points = filter.matches(summary.head()) ? summary.points(filter, null) : 0;
            if (points > 0) {
                counts.forEach(
                        (dimension, values) -> values.merge(dimension.of(summary.head()), points, Long::sum));
            }
        }
        return counts;
    }

    /** Returns the summaries of the runs that a filter names, or of all runs; ignores its other conditions. */
    List<CurveSummary> of(Filter filter) {
        var arguments = new ArrayList<Object>();
        var ofRuns = FilterSql.ofRuns(filter, arguments);
        return ofRuns.isEmpty()
                ? Objects.requireNonNull(all.find(sequence.version(), Filter.ALL,
                        () -> summaries(sums("select * from kind", List.of()))))
                : summaries(sums(SUMS + ofRuns + EACH, arguments));
    }

    private record Sum(long series, int ranks, int nodes, long circumstances, long sizes, long curves, long points,
            long[] counts) {}

    private List<Sum> sums(String sql, List<Object> arguments) {
        return jdbc.sql(sql).params(arguments).query((row, number) -> {
            var counts = new long[Metric.stored().size()];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = row.getLong(8 + i);
            }
            return new Sum(row.getLong(1), row.getInt(2), row.getInt(3), row.getLong(4), row.getLong(5),
                    row.getLong(6), row.getLong(7), counts);
        }).list();
    }

    private List<CurveSummary> summaries(List<Sum> sums) {
        var rows = new HashMap<>(curves.series(Filter.ALL));
        var circumstances = curves.circumstances(sums.stream().map(Sum::circumstances).distinct().toList());
        var sizes = sizes(sums.stream().map(Sum::sizes).distinct().toArray(Long[]::new));
        var summaries = new ArrayList<CurveSummary>();
        for (var sum : sums) {
            var row = rows.get(sum.series());
            if (row != null) {
                var key = SeriesKey.of(row, sum.ranks(), sum.nodes(),
                        circumstances.getOrDefault(sum.circumstances(), Circumstances.UNKNOWN));
                summaries.add(new CurveSummary(
                        CurveHead.ofKind(sum.series(), row, key, sum.ranks(), sum.nodes(), sum.points(),
                                sum.counts()),
                        sizes.getOrDefault(sum.sizes(), SizeCounts.NONE), sum.curves()));
            }
        }
        return List.copyOf(summaries);
    }

    private Map<Long, SizeCounts> sizes(Long[] ids) {
        var sizes = new HashMap<Long, SizeCounts>();
        jdbc.sql("select m.id, m.content from " + StoredCurves.WANTED + " join message_sizes m on m.id = wanted.id")
                .param(1, ids).query(row -> {
                    sizes.put(row.getLong(1), SizeCounts.parse(row.getString(2)));
                });
        return sizes;
    }
}
