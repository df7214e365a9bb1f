package org.gpucomm.server.scaling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.scaling.ScalingCurves.Along;
import org.gpucomm.analysis.series.SeriesAnswer.Choice;
import org.gpucomm.analysis.series.SeriesAnswer.Fix;
import org.gpucomm.results.Bytes;

/**
 * Number of curves along GPUs that have a metric, and choices that narrow them. All matching curves count, even those that the answer
 * omits.
 *
 * @param fixes choices by dimension, beginning with the dimension whose largest choice leaves the fewest curves
 */
record MatchingCurves(ScalingMetric metric, int curves, List<Fix> fixes) {

    private static final Map<Dimension, Function<Along, Object>> FIXABLE = fixable();

    /** Returns the counts for each metric that a curve has. */
    static List<MatchingCurves> of(List<Along> curves) {
        return Stream.of(ScalingMetric.values())
                .map(metric -> of(metric, curves.stream().filter(curve -> curve.points().stream()
                        .anyMatch(point -> metric.of(point, curve.points().getFirst()) != null)).toList()))
                .filter(matching -> matching.curves() > 0).toList();
    }

    private static MatchingCurves of(ScalingMetric metric, List<Along> curves) {
        var fixes = new ArrayList<Fix>();
        FIXABLE.forEach((dimension, value) -> {
            var counts = new TreeMap<Object, Long>();
            curves.forEach(curve -> counts.merge(value.apply(curve), 1L, Long::sum));
            if (counts.size() > 1) {
                var choices = counts.entrySet().stream()
                        .map(each -> choice(dimension, each.getKey(), each.getValue()));
                fixes.add(new Fix(dimension, (dimension == Dimension.bytes
                        ? choices
                        : choices.sorted(Comparator.comparing(Choice::curves).reversed())).toList()));
            }
        });
        fixes.sort(Comparator.comparing(
                fix -> fix.values().stream().mapToLong(Choice::curves).max().orElse(0)));
        return new MatchingCurves(metric, curves.size(), List.copyOf(fixes));
    }

    private static String placement(Along curve) {
        var placement = curve.subject().placement();
        return placement == null ? "" : placement.id();
    }

    private static Choice choice(Dimension dimension, Object value, long curves) {
        if (value.equals(dimension.none())) {
            return new Choice(Filter.NONE, "not known", curves);
        }
        return new Choice(value, value instanceof Long bytes ? new Bytes(bytes).toString() : value.toString(), curves);
    }

    private static Map<Dimension, Function<Along, Object>> fixable() {
        var values = new LinkedHashMap<Dimension, Function<Along, Object>>();
        values.put(Dimension.operation, curve -> curve.subject().operation().id());
        values.put(Dimension.library, curve -> curve.subject().library());
        values.put(Dimension.variant, curve -> curve.subject().variant());
        values.put(Dimension.placement, MatchingCurves::placement);
        values.put(Dimension.bytes, Along::bytes);
        values.put(Dimension.datatype, curve -> curve.subject().datatype());
        values.put(Dimension.transport, curve -> curve.subject().identity().transport());
        values.put(Dimension.tool, curve -> curve.subject().tool());
        values.put(Dimension.libraryVersion, curve -> curve.subject().libraryVersion());
        values.put(Dimension.toolVersion, curve -> curve.subject().toolVersion());
        values.put(Dimension.settings, curve -> curve.subject().settings());
        values.put(Dimension.environment, curve -> curve.subject().identity().environment());
        values.put(Dimension.timing, curve -> curve.subject().identity().timing());
        return values;
    }
}
