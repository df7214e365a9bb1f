package org.gpucomm.figures.draw;

import java.awt.Color;

import org.gpucomm.figures.chart.Extras.Reference;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Series;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.annotations.XYPolygonAnnotation;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.Layer;

/** Layer under the curves of a panel: shades, tints between two series, reference lines, bands. */
final class Underlay {

    private final XYPlot plot;
    private final Canvas canvas;
    private final Theme theme;
    private final Panel panel;

    Underlay(XYPlot plot, Canvas canvas, Theme theme, Panel panel) {
        this.plot = plot;
        this.canvas = canvas;
        this.theme = theme;
        this.panel = panel;
    }

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
        for (double[] area : AreasBetween.areas(first.get(), second.get(), panel.x().scale(), panel.y().scale())) {
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
}
