package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The kinds of curves that there are, each once however many runs have it, with their measurements: what can be chosen, by
 * everything but the message size. The database sums them up; those of all runs are kept until something is published.
 */
@Component
public class Kinds {

    private static final String SUMS = """
            select c.series_id, c.ranks, c.nodes, r.circumstances_id, sum(c.points), sum(c.busbw_points),
                   sum(c.algbw_points), sum(c.time_points), sum(c.speedup_points), sum(c.efficiency_points)
              from run_series c join run r on r.id = c.run_id
             where r.state = 'ready'
            """;

    private final JdbcClient jdbc;
    private final StoredCurves curves;
    private volatile Kept kept = new Kept(-1, List.of());

    Kinds(JdbcClient jdbc, StoredCurves curves) {
        this.jdbc = jdbc;
        this.curves = curves;
    }

    /** @param published the state of the tables that they are of */
    private record Kept(long published, List<CurveHead> kinds) {}

    /** Returns the values of a dimension but the message size, with the number of measurements that a filter chooses. */
    public Map<Object, Long> counts(Dimension dimension, Filter filter) {
        return counts(of(filter), dimension, filter, null);
    }

    /** @param kinds of the filter's runs @param metric counts measurements that have it only; null = all */
    static Map<Object, Long> counts(List<CurveHead> kinds, Dimension dimension, Filter filter,
            @Nullable Metric metric) {
        var counts = new TreeMap<Object, Long>();
        for (var kind : kinds) {
            long points = metric == null ? kind.points() : kind.points(metric);
            if (points > 0 && filter.matches(kind)) {
                counts.merge(dimension.of(kind), points, Long::sum);
            }
        }
        return counts;
    }

    /** Returns those of the runs that a filter names, or of all, whatever else it chooses. */
    List<CurveHead> of(Filter filter) {
        var arguments = new ArrayList<Object>();
        var ofRuns = filter.ofRuns(arguments);
        if (!ofRuns.isEmpty()) {
            return read(ofRuns, arguments);
        }
        long published = jdbc.sql("select published from publication where id = 1").query(Long.class).single();
        var known = kept;
        if (known.published() != published) {
            known = new Kept(published, read("", arguments));
            kept = known;
        }
        return known.kinds();
    }

    private List<CurveHead> read(String ofRuns, List<Object> arguments) {
        record Sum(long series, int ranks, int nodes, long circumstances, long points, long[] counts) {}
        var sums = jdbc.sql(SUMS + ofRuns + " group by c.series_id, c.ranks, c.nodes, r.circumstances_id")
                .params(arguments).query((row, number) -> {
                    var counts = new long[Metric.stored().size()];
                    for (int i = 0; i < counts.length; i++) {
                        counts[i] = row.getLong(6 + i);
                    }
                    return new Sum(row.getLong(1), row.getInt(2), row.getInt(3), row.getLong(4), row.getLong(5),
                            counts);
                }).list();
        var rows = new HashMap<>(curves.series(Filter.ALL));
        var circumstances = curves.circumstances(sums.stream().map(Sum::circumstances).distinct().toList());
        var kinds = new ArrayList<CurveHead>();
        for (var sum : sums) {
            var row = rows.get(sum.series());
            if (row != null) {
                var key = SeriesKey.of(row, sum.ranks(), sum.nodes(),
                        circumstances.getOrDefault(sum.circumstances(), Circumstances.UNKNOWN));
                kinds.add(CurveHead.ofKind(sum.series(), row, key, sum.ranks(), sum.nodes(), sum.points(),
                        sum.counts()));
            }
        }
        return List.copyOf(kinds);
    }
}
