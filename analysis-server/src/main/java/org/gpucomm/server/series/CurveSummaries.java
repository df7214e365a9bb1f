package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.series.CurveSummary;
import org.gpucomm.analysis.series.SizeCounts;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Summaries of curves, one for all curves with equal keys, which the database computes without reading a measurement. */
@Component
public class CurveSummaries {

    private final JdbcClient jdbc;
    private final StoredCurves curves;
    private final Sequence sequence;
    private final DataCache<Filter, List<CurveSummary>> all = new DataCache<>(1, (filter, summaries) -> 1);

    CurveSummaries(JdbcClient jdbc, StoredCurves curves, Sequence sequence) {
        this.jdbc = jdbc;
        this.curves = curves;
        this.sequence = sequence;
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
                : summaries(sums(CurveSummaryRows.SUMS + ofRuns + CurveSummaryRows.EACH, arguments));
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
