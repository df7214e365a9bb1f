package org.gpucomm.server.series;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.gpucomm.server.series.Kinds.Kind;
import org.jspecify.annotations.Nullable;

/**
 * This record tells how many measurements have which value, under one filter for each dimension.
 *
 * @param kinds  of the runs that the filters name
 * @param metric counts measurements that have it only; null = all
 */
record Occurrences(List<Kind> kinds, @Nullable Metric metric) {

    Map<Object, Long> of(Dimension dimension, Filter filter) {
        return dimension == Dimension.bytes ? ofSizes(filter) : Kinds.counts(kinds, dimension, filter, metric);
    }

    /** Returns which metrics the chosen measurements have, whatever their sizes. */
    Set<Metric> metrics(Filter filter) {
        var chosen = kinds.stream().map(Kind::head).filter(filter::matches).toList();
        return Metric.stored().stream().filter(each -> chosen.stream().anyMatch(kind -> kind.points(each) > 0))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Map<Object, Long> ofSizes(Filter filter) {
        var counts = new TreeMap<Object, Long>();
        for (var kind : kinds) {
            if (filter.matches(kind.head())) {
                kind.sizes().bySize().forEach((bytes, points) -> {
                    long count = kind.curves() * SizeCounts.of(points, metric);
                    if (count > 0 && filter.matchesSize(bytes)) {
                        counts.merge(bytes, count, Long::sum);
                    }
                });
            }
        }
        return counts;
    }
}
