package org.gpucomm.analysis.series;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Metric;
import org.jspecify.annotations.Nullable;

/** Number of measurements of each value of each dimension, under the filters of the other dimensions. */
public final class FacetCounts {

    private final Map<Dimension, Map<Object, Long>> counts = new EnumMap<>(Dimension.class);
    private final Set<Metric> metrics = EnumSet.noneOf(Metric.class);

    /** @param summaries summaries of the runs that the filter names @param metric counts only measurements with this metric; null = all */
    public FacetCounts(List<CurveSummary> summaries, Filter filter, @Nullable Metric metric) {
        var all = EnumSet.allOf(Dimension.class);
        all.forEach(dimension -> counts.put(dimension, new TreeMap<>()));
        // Thousands of summaries share a few sets of sizes.
        var curves = new IdentityHashMap<SizeCounts, Long>();
        for (var summary : summaries) {
            var against = filter.against(summary.head());
            if (against.size() > 1) {
                continue;
            }
            long points = summary.points(filter, metric);
            for (var dimension : against.isEmpty() ? all : against) {
                if (dimension != Dimension.bytes && points > 0) {
                    of(dimension).merge(dimension.of(summary.head()), points, Long::sum);
                }
            }
            if (against.isEmpty()) {
                curves.merge(summary.sizes(), summary.curves(), Long::sum);
                Metric.stored().stream().filter(each -> summary.head().points(each) > 0).forEach(metrics::add);
            }
        }
        curves.forEach((sizes, number) -> sizes.bySize().forEach((bytes, points) -> {
            long count = number * SizeCounts.of(points, metric);
            if (count > 0) {
                of(Dimension.bytes).merge(bytes, count, Long::sum);
            }
        }));
    }

    /** Returns the number of measurements by value, in ascending order of values. */
    Map<Object, Long> of(Dimension dimension) {
        return counts.computeIfAbsent(dimension, added -> new TreeMap<>());
    }

    /** Returns the metrics of the selected measurements, whatever their sizes. */
    Set<Metric> metrics() {
        return metrics;
    }
}
