package org.gpucomm.analysis.series;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.series.SeriesAnswer.Choice;
import org.gpucomm.analysis.series.SeriesAnswer.Fix;

/**
 * Ways to narrow a choice of too many curves: the dimensions in which they differ, with the number of curves that each value leaves.
 *
 * @param curves all curves that match
 * @param heads  curves of single runs that these consist of
 */
record FilterSuggestions(SeriesQuestion question, List<MergedCurve> curves, List<CurveHead> heads) {

    private static final int MOST_VALUES = 30;
    private static final int MOST_DIMENSIONS = 6;

    /** Returns the dimensions, beginning with the one whose largest choice leaves the fewest curves. */
    List<Fix> list() {
        var fixes = new ArrayList<Fix>();
        for (var dimension : Dimension.values()) {
            // Along GPUs, curves join places with any hosts, so no place can be chosen.
            if (dimension == Dimension.place && question.x() == XAxis.gpus) {
                continue;
            }
            var examples = new TreeMap<Object, List<MergedCurve>>();
            for (var curve : curves) {
                for (var value : curve.values(dimension, question.x())) {
                    examples.computeIfAbsent(value, added -> new ArrayList<>()).add(curve);
                }
            }
            if (examples.size() > 1) {
                fixes.add(new Fix(dimension, choices(dimension, examples)));
            }
        }
        return fixes.stream().sorted(Comparator.comparing(FilterSuggestions::largest)).limit(MOST_DIMENSIONS)
                .map(fix -> new Fix(fix.dimension(), fix.values().stream().limit(MOST_VALUES).toList())).toList();
    }

    /** Returns the values of a dimension: numbers in ascending order, words by the number of curves that they leave. */
    private List<Choice> choices(Dimension dimension, Map<Object, List<MergedCurve>> byValue) {
        var choices = byValue.entrySet().stream().map(each -> {
            var value = each.getKey();
            boolean none = value.equals(dimension.none());
            return new Choice(none ? Filter.NONE : value,
                    none ? "not known" : Labels.title(dimension, value, each.getValue().getFirst()),
                    left(dimension, value, each.getValue().size()));
        });
        return (dimension.isText() ? choices.sorted(Comparator.comparing(Choice::curves).reversed()) : choices)
                .toList();
    }

    /** Counts the curves that a value leaves. Few runs have separate curves, unless the question says what shares a curve. */
    private long left(Dimension dimension, Object value, long combined) {
        if (question.combine() != null || question.x() == XAxis.gpus) {
            return combined;
        }
        var chosen = heads.stream().filter(head -> dimension.of(head).equals(value)).toList();
        return FoundCurves.areFew(chosen) ? MergedCurve.of(chosen, XAxis.size, Combine.runs).size() : combined;
    }

    private static long largest(Fix fix) {
        return fix.values().stream().mapToLong(Choice::curves).max().orElse(0);
    }
}
