package org.gpucomm.analysis.series;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Metric;
import org.jspecify.annotations.Nullable;

/** Question for curves. @param combine null = runs as long as they can be distinguished, else repetitions */
public record SeriesQuestion(XAxis x, Metric metric, Aggregate aggregate, @Nullable Combine combine, int limit,
        Filter filter) {

    public static final int MAX_SERIES = 200;

    private static final List<Dimension> NARROWING = List.of(Dimension.operation, Dimension.tool, Dimension.library);
    private static final Set<String> OTHERS = Set.of("x", "metric", "aggregate", "combine", "limit");

    /** @param parameters parameters of the request; all but the known ones are filters */
    public static SeriesQuestion of(XAxis x, Metric metric, Aggregate aggregate, @Nullable Combine combine, int limit,
            Map<String, String[]> parameters) {
        return new SeriesQuestion(x, stored(metric), aggregate, combine, limit, filter(parameters));
    }

    public static Filter filter(Map<String, String[]> parameters) {
        return Filter.withDays(parameters, OTHERS);
    }

    /** @throws BadParameter if a metric is not stored */
    public static Metric stored(Metric metric) {
        if (!Metric.stored().contains(metric)) {
            throw new BadParameter("metric must be one of " + Metric.stored() + ", was '" + metric + "'");
        }
        return metric;
    }

    /** @throws BadParameter if nothing is selected, or the parameters contradict each other */
    public void check() {
        if (filter.runIds().isEmpty() && NARROWING.stream().noneMatch(filter::restricts)) {
            throw new BadParameter(
                    "choose a run, an operation, a tool or a library, such as operation=all_reduce: curves "
                            + "of everything that was ever measured do not compare; /api/v1/facets lists what there is");
        }
        if (aggregate == Aggregate.mean && x == XAxis.size) {
            throw new BadParameter("aggregate=mean is a mean over message sizes and goes with x=gpus; x was size");
        }
        if (limit < 1 || limit > MAX_SERIES) {
            throw new BadParameter("limit must be 1 to " + MAX_SERIES + ", was " + limit);
        }
    }

    /** Returns whether a curve has a place on the axis, measurements with the metric, and perhaps some of the selected sizes. */
    public boolean mayShow(CurveHead head) {
        return mayHaveSizes(head) && head.points(metric) > 0
                && (x == XAxis.size ? head.maxBytes() >= 0 : head.ranks() > 0);
    }

    boolean mayHaveSizes(CurveHead head) {
        var sizes = filter.values().get(Dimension.bytes);
        return sizes == null || sizes.stream().map(Long.class::cast)
                .anyMatch(size -> size >= head.minBytes() && size <= head.maxBytes());
    }
}
