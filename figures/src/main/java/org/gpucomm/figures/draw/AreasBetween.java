package org.gpucomm.figures.draw;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;

/** Areas between two series where the first is above the second. The lines are straight on the axes as scaled. */
final class AreasBetween {

    private AreasBetween() {}

    /** Returns one polygon per interval of x as x, y, x, y … in the units of the axes. */
    static List<double[]> areas(Series above, Series below, Scale x, Scale y) {
        var areas = new ArrayList<double[]>();
        var pairs = pairs(above, below, x, y);
        for (int i = 1; i < pairs.size(); i++) {
            var corners = corners(pairs.get(i - 1), pairs.get(i));
            if (corners.length >= 6) {
                areas.add(scaledBack(corners, x, y));
            }
        }
        return areas;
    }

    /** Values of both lines at one x, in scaled units, in which the lines are straight. */
    private record AtX(double x, double above, double below) {

        double lead() {
            return above - below;
        }

        static AtX crossing(AtX left, AtX right) {
            double share = left.lead() / (left.lead() - right.lead());
            double y = left.above + (right.above - left.above) * share;
            return new AtX(left.x + (right.x - left.x) * share, y, y);
        }
    }

    private static List<AtX> pairs(Series above, Series below, Scale x, Scale y) {
        var pairs = new ArrayList<AtX>();
        for (Point point : above.points()) {
            below.points().stream().filter(other -> other.x() == point.x()).forEach(other -> pairs
                    .add(new AtX(scaled(point.x(), x), scaled(point.y(), y), scaled(other.y(), y))));
        }
        return pairs;
    }

    private static double[] corners(AtX left, AtX right) {
        if (left.lead() <= 0 && right.lead() <= 0) {
            return new double[0];
        }
        var from = left.lead() < 0 ? AtX.crossing(left, right) : left;
        var to = right.lead() < 0 ? AtX.crossing(left, right) : right;
        return new double[]{from.x, from.above, to.x, to.above, to.x, to.below, from.x, from.below};
    }

    private static double scaled(double value, Scale scale) {
        return scale.isLogarithmic() ? Math.log(value) : value;
    }

    private static double[] scaledBack(double[] corners, Scale x, Scale y) {
        for (int i = 0; i < corners.length; i++) {
            corners[i] = (i % 2 == 0 ? x : y).isLogarithmic() ? Math.exp(corners[i]) : corners[i];
        }
        return corners;
    }
}
