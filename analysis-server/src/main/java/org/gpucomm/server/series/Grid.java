package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * How many measurements there are at each place, which publishing keeps: the database sums it up by one dimension at a time, and
 * never hands out the table.
 */
@Component
public class Grid {

    private final JdbcClient jdbc;

    Grid(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Returns the values of a dimension with the number of measurements that the filter chooses.
     *
     * @param metric counts measurements that have it only; null = all
     */
    public Map<Object, Long> counts(Dimension dimension, Filter filter, @Nullable Metric metric) {
        var arguments = new ArrayList<Object>();
        var column = dimension.isText() ? String.valueOf(dimension.column()) : "g." + dimension.column();
        var points = metric == null ? "points" : metric + "_points";
        var counts = new TreeMap<Object, Long>();
        jdbc.sql("select " + column + ", sum(g." + points + ") from " + from(filter, arguments) + " and g." + points
                + " > 0 group by " + column).params(arguments).query(row -> {
                    counts.put(dimension.isText() ? row.getString(1) : (Object) row.getLong(1), row.getLong(2));
                });
        return counts;
    }

    /** Returns which metrics the chosen measurements have. */
    Set<Metric> metrics(Filter filter) {
        var arguments = new ArrayList<Object>();
        var metrics = new LinkedHashSet<Metric>();
        jdbc.sql("select sum(g.busbw_points), sum(g.algbw_points), sum(g.time_points), sum(g.speedup_points),"
                + " sum(g.efficiency_points) from " + from(filter, arguments)).params(arguments).query(row -> {
                    for (var metric : Metric.stored()) {
                        if (row.getLong(1 + metric.ordinal()) > 0) {
                            metrics.add(metric);
                        }
                    }
                });
        return metrics;
    }

    /** The counts that publishing keeps, or where runs or uploads are chosen those of their measurements' places. */
    private static String from(Filter filter, List<Object> arguments) {
        var runs = new ArrayList<Object>();
        var ofRuns = filter.ofRuns(runs);
        if (ofRuns.isEmpty()) {
            return "grid g join series s on s.id = g.series_id where g.points > 0" + filter.ofSeries(arguments)
                    + filter.ofPlaces("g", arguments) + filter.ofSizes("g", arguments);
        }
        arguments.addAll(runs);
        return """
                (select m.series_id, m.ranks, m.nodes, m.message_bytes, count(*) as points,
                        count(m.busbw_gbps) as busbw_points, count(m.algbw_gbps) as algbw_points,
                        count(m.time_us) as time_points, count(m.speedup) as speedup_points,
                        count(m.efficiency_pct) as efficiency_points
                   from measurement m join run r on r.id = m.run_id
                  where r.state = 'ready'
                """ + ofRuns + """
                  group by m.series_id, m.ranks, m.nodes, m.message_bytes) g join series s on s.id = g.series_id
                 where g.points > 0
                """ + filter.ofSeries(arguments) + filter.ofPlaces("g", arguments) + filter.ofSizes("g", arguments);
    }
}
