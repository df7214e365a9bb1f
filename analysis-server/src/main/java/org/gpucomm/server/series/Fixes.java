package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;

import org.gpucomm.server.series.SeriesAnswer.Choice;
import org.gpucomm.server.series.SeriesAnswer.Fix;

/** What would narrow too many curves: the dimensions in which they differ, with the curves that each value leaves. */
final class Fixes {

    private static final int MOST_VALUES = 30;
    private static final int MOST_DIMENSIONS = 6;

    private Fixes() {}

    /** The dimension whose largest choice is the smallest comes first. */
    static List<Fix> of(List<Drawn> curves, XAxis x) {
        var fixes = new ArrayList<Fix>();
        var largest = new HashMap<Dimension, Long>();
        for (var dimension : Dimension.values()) {
            var counts = new TreeMap<Object, Long>();
            var examples = new HashMap<Object, Drawn>();
            for (var curve : curves) {
                for (var value : curve.values(dimension, x)) {
                    counts.merge(value, 1L, Long::sum);
                    examples.putIfAbsent(value, curve);
                }
            }
            if (counts.size() < 2) {
                continue;
            }
            var choices = counts.entrySet().stream().map(count -> {
                var value = count.getKey();
                boolean none = value.equals(dimension.none());
                return new Choice(none ? Filter.NONE : value,
                        none
                                ? "not known"
                                : Labels.title(dimension, value, examples.getOrDefault(value, curves.getFirst())),
                        count.getValue());
            });
            // Numbers stay in their order; words come by how many curves they leave.
            fixes.add(new Fix(dimension,
                    (dimension.isText() ? choices.sorted(Comparator.comparing(Choice::curves).reversed()) : choices)
                            .limit(MOST_VALUES).toList()));
            largest.put(dimension, counts.values().stream().mapToLong(Long::longValue).max().orElse(0));
        }
        return fixes.stream().sorted(Comparator.comparing(fix -> largest.getOrDefault(fix.dimension(), 0L)))
                .limit(MOST_DIMENSIONS).toList();
    }
}
