package org.gpucomm.server.figures.spec;

import java.util.List;
import java.util.Locale;

import org.gpucomm.server.figures.chart.Point;

/** Says how several rows at one x become one point. */
enum Aggregate {
    /** Several rows at one x are an error: a point is one row. */
    NONE,
    MEAN,
    /** The median; of an even number of rows it is the mean of the two in the middle. */
    MEDIAN,
    MIN,
    MAX;

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    Point of(double x, List<Double> ys) {
        double min = ys.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double max = ys.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double y = switch (this) {
            case NONE -> ys.getFirst();
            case MEAN -> sum(ys) / ys.size();
            case MEDIAN -> median(ys);
            case MIN -> min;
            case MAX -> max;
        };
        return new Point(x, y, ys.size(), min, max);
    }

    private static double median(List<Double> ys) {
        var sorted = ys.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    private static double sum(List<Double> ys) {
        double sum = 0;
        for (double y : ys) {
            sum += y;
        }
        return sum;
    }
}
