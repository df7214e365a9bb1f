package org.gpucomm.figures.spec;

import java.util.List;

import org.gpucomm.figures.chart.Point;
import org.gpucomm.analysis.identity.Spread;

/** Number that is drawn of several rows at one x, as the word {@code aggregate} of a spec says. */
enum OfSeveral {
    /** Several rows at one x are an error: a point is one row. */
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
