package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * How many measurements there are at each place, which publishing keeps: the database sums it up by one dimension at a time, and
 * never hands out the table.
 */
@Component
class PlaceCounts {

    private final JdbcClient jdbc;

    PlaceCounts(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Returns the values of a dimension with the number of measurements that the filter chooses, whatever their runs: none
     * may be named, nor what only runs tell.
     *
     * @param metric counts measurements that have it only; null = all
     */
    Map<Object, Long> counts(Dimension dimension, Filter filter, @Nullable Metric metric) {
        var arguments = new ArrayList<Object>();
        var column = dimension.isText() ? String.valueOf(dimension.column()) : "g." + dimension.column();
        var points = metric == null ? "points" : metric + "_points";
        var counts = new TreeMap<Object, Long>();
        jdbc.sql("select " + column + ", sum(g." + points + ") from grid g join series s on s.id = g.series_id where g."
                + points + " > 0" + filter.ofSeries(arguments) + filter.ofPlaces("g", arguments)
                + filter.ofSizes("g", arguments) + " group by " + column).params(arguments).query(row -> {
                    counts.put(dimension.isText() ? row.getString(1) : (Object) row.getLong(1), row.getLong(2));
                });
        return counts;
    }
}
