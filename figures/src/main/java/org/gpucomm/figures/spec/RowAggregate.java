package org.gpucomm.figures.spec;

import java.util.List;

import org.gpucomm.figures.chart.Point;
import org.gpucomm.analysis.identity.Spread;

/** Aggregate of several rows at one x, as {@code aggregate} of a spec names it. */
enum RowAggregate {
    /** No aggregate: several rows at one x are an error. */
    NONE,
    MEAN,
    MEDIAN,
    MIN,
    MAX;

    Point of(double x, List<Double> ys) {
        var spread = Spread.of(ys.stream().mapToDouble(Double::doubleValue).toArray());
        double y = switch (this) {
            case NONE, MEDIAN -> spread.median();
            case MEAN -> spread.mean();
            case MIN -> spread.min();
            case MAX -> spread.max();
        };
        return new Point(x, y, spread.n(), spread.min(), spread.max());
    }
}
