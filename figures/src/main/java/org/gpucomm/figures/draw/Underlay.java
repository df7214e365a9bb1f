package org.gpucomm.figures.draw;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.figures.chart.Extras.Reference;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.annotations.XYPolygonAnnotation;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.Layer;

/** Layer under the curves of a panel: shades, tints between two series, reference lines, bands. */
record Underlay(XYPlot plot, Canvas canvas, Theme theme, Panel panel) {

    /** Draws shades, tints and references. The grid must be the plot's first renderer. */
    void draw() {
        for (var shade : panel.extras().shades()) {
            var marker = new IntervalMarker(shade.from(), shade.to(), theme.shade());
            marker.setAlpha(1);
            plot.addDomainMarker(marker, Layer.BACKGROUND);
        }
        for (var tint : panel.extras().tints()) {
            tint(tint.above(), tint.below());
        }
        for (var reference : panel.extras().references()) {
            reference(reference);
        }
    }

    private void reference(Reference reference) {
        var color = new Color(theme.muted());
        var stroke = canvas.dashes(0.9, 3, 2);
        switch (reference) {
            case Reference.Level level -> plot.addRangeMarker(new ValueMarker(level.y(), color, stroke),
                    Layer.BACKGROUND);
            case Reference.Slope s -> plot.getRenderer(0).addAnnotation(
                    new XYLineAnnotation(s.x1(), s.y1(), s.x2(), s.y2(), stroke, color), Layer.BACKGROUND);
        }
    }

    private void tint(String above, String below) {
        var first = panel.series(above);
        var second = panel.series(below);
        if (first.isEmpty() || second.isEmpty()) {
            return;
        }
        var color = Shades.translucent(theme.rgb(first.get().ink()), 28);
        for (double[] area : areasBetween(first.get(), second.get(), panel.x().scale(), panel.y().scale())) {
            plot.getRenderer(0).addAnnotation(
                    new XYPolygonAnnotation(area, null, null, color), Layer.BACKGROUND);
        }
    }

    /** Draws the band from the minimum to the maximum around the points. */
    void area(Series series) {
        var spread = series.points();
        if (spread.size() < 2 || spread.stream().allMatch(point -> point.min() == point.max())) {
            return;
        }
        var corners = new double[4 * spread.size()];
        for (int i = 0; i < spread.size(); i++) {
            var point = spread.get(i);
            corners[2 * i] = panel.x().position(point.x());
            corners[2 * i + 1] = point.max();
            corners[corners.length - 2 * i - 2] = corners[2 * i];
            corners[corners.length - 2 * i - 1] = Math.max(point.min(), leastShown(point));
        }
        plot.getRenderer(0).addAnnotation(
                new XYPolygonAnnotation(corners, null, null, Shades.translucent(theme.rgb(series.ink()), 36)),
                Layer.BACKGROUND);
    }

    /** Returns the lower limit of a band. A logarithmic axis cannot show zero. */
    private double leastShown(Point point) {
        return panel.y().scale().isLogarithmic() ? point.y() / 1e3 : Double.NEGATIVE_INFINITY;
    }

    /**
     * Returns the areas between two series where the first is above the second: one polygon per interval of x as x, y, x, y … in the units of
     * the axes. The lines are straight on the axes as scaled.
     */
    private static List<double[]> areasBetween(Series above, Series below, Scale x, Scale y) {
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
