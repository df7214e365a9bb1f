package org.gpucomm.figures.view;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.figures.chart.Extras.Gap;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Scale;

/** Gaps of a curve: steps of x more than 1.9 times the median step, compared as ratios. */
final class Gaps {

    private static final double FACTOR = 1.9;

    private Gaps() {}

    static List<Gap> of(List<Point> points, Scale scale) {
        var steps = new ArrayList<Double>();
        for (int i = 1; i < points.size(); i++) {
            steps.add(step(points.get(i - 1).x(), points.get(i).x(), scale));
        }
        var gaps = new ArrayList<Gap>();
        double usual = steps.isEmpty() ? 0 : steps.stream().sorted().toList().get((steps.size() - 1) / 2);
        if (steps.size() < 3 || usual <= 0) {
            return gaps;
        }
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) > FACTOR * usual) {
                gaps.add(new Gap(points.get(i).x(), points.get(i + 1).x()));
            }
        }
        return gaps;
    }

    /** Returns the step as a logarithm if both ends are positive, even on a linear axis: sizes and GPU counts grow by factors. */
    private static double step(double from, double to, Scale scale) {
        if (from > 0 && to > 0) {
            return Math.log(to / from);
        }
        return scale == Scale.LINEAR ? to - from : 0;
    }
}
