package org.gpucomm.server.series;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * How many measurements have which value, under one filter for each dimension: by kinds of curves as far as these tell it, by
 * the counts of places where message sizes play a part, and by the points of curves where only these know.
 *
 * @param metric counts measurements that have it only; null = all
 */
record Occurrences(List<CurveHead> kinds, PlaceCounts placeCounts, StoredCurves curves, @Nullable Metric metric,
        Map<Asked, Map<CurveHead, Map<Long, Long>>> read) {

    /** @param later whether those of later uploads are meant, instead of those that the filter chooses */
    private record Asked(Filter filter, boolean later) {}

    static Occurrences of(Kinds kinds, PlaceCounts placeCounts, StoredCurves curves, Filter filter,
            @Nullable Metric metric) {
        return new Occurrences(kinds.of(filter), placeCounts, curves, metric, new HashMap<>());
    }

    Map<Object, Long> of(Dimension dimension, Filter filter) {
        if (dimension != Dimension.bytes && !filter.restricts(Dimension.bytes)) {
            return Kinds.counts(kinds, dimension, filter, metric);
        }
        boolean placesKnow = filter.runIds().isEmpty() && !filter.needsCircumstances();
        var values = Kinds.counts(kinds, dimension, filter.without(Dimension.bytes), metric).keySet();
        if (placesKnow && values.size() == 1 && !dimension.isOfGrid()) {
            long all = of(Dimension.operation, filter).values().stream().mapToLong(Long::longValue).sum();
            return all == 0 ? Map.of() : Map.of(values.iterator().next(), all);
        }
        boolean placesTell = dimension.isOfGrid() && placesKnow;
        if (!placesTell) {
            return sums(dimension, filter, false);
        }
        var counts = new TreeMap<>(placeCounts.counts(dimension, filter, metric));
        if (filter.until() != null) {
            sums(dimension, filter, true).forEach((value, newer) -> counts
                    .computeIfPresent(value, (same, all) -> all > newer ? all - newer : null));
        }
        return counts;
    }

    /** Returns which metrics the chosen measurements have, whatever their sizes. */
    Set<Metric> metrics(Filter filter) {
        var chosen = kinds.stream().filter(filter::matches).toList();
        return Metric.stored().stream().filter(each -> chosen.stream().anyMatch(kind -> kind.points(each) > 0))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Map<Object, Long> sums(Dimension dimension, Filter filter, boolean later) {
        var counts = new TreeMap<Object, Long>();
        sizes(filter.without(Dimension.bytes), later).forEach((head, bySize) -> bySize.forEach((bytes, count) -> {
            if (filter.matchesSize(bytes)) {
                counts.merge(dimension == Dimension.bytes ? bytes : dimension.of(head), count, Long::sum);
            }
        }));
        return counts;
    }

    /** Measurements of each curve by size. Several dimensions have one filter. */
    private Map<CurveHead, Map<Long, Long>> sizes(Filter filter, boolean later) {
        return read.computeIfAbsent(new Asked(filter, later), asked -> {
            var sizes = new HashMap<CurveHead, Map<Long, Long>>();
            curves.read(later ? curves.later(filter) : curves.heads(filter), (head, points) -> {
                var bySize = sizes.computeIfAbsent(head, first -> new HashMap<>());
                for (int i = 0; i < points.size(); i++) {
                    if (metric == null || !Double.isNaN(points.value(metric, i))) {
                        bySize.merge(points.bytes(i), 1L, Long::sum);
                    }
                }
            });
            return sizes;
        });
    }
}
