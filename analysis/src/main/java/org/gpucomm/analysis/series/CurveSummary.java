package org.gpucomm.analysis.series;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Summary of curves that have the same key in different runs.
 *
 * @param head key, with the number of measurements of all curves together
 */
public record CurveSummary(CurveHead head, SizeCounts sizes, long curves) {

    /** Counts the measurements at the sizes that a filter selects. @param metric counts only those with this metric; null = all */
    public long points(Filter filter, @Nullable Metric metric) {
        if (filter.restricts(Dimension.bytes)) {
            return curves * sizes.count(metric, filter::matchesSize);
        }
        return metric == null ? head.points() : head.points(metric);
    }
}
