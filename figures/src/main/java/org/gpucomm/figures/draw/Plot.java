package org.gpucomm.figures.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.figures.chart.ChartKind;
import org.gpucomm.figures.chart.Check;
import org.gpucomm.figures.chart.Extras.Gap;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Series.Marker;
import org.gpucomm.figures.chart.Series.Stroke;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.DefaultXYDataset;
import org.jfree.data.xy.XIntervalSeries;
import org.jfree.data.xy.XIntervalSeriesCollection;
import org.jfree.data.xy.XYDataset;

/** Inside of a panel as a JFreeChart plot: grid, shades, references, lines, markers, bars. */
final class Plot {

    private final Canvas canvas;
    private final Theme theme;
    private final SeriesPainter pen;
    private final Panel panel;
    private final Rectangle2D frame;
    private final SeriesOffsets beside;
    private final XYPlot plot = new XYPlot();
    private final Underlay underlay;
    private int datasets;

    Plot(Canvas canvas, Theme theme, Panel panel, Rectangle2D frame) {
        this.canvas = canvas;
        this.theme = theme;
        this.pen = new SeriesPainter(canvas, theme);
        this.panel = panel;
        this.beside = SeriesOffsets.of(panel);
        this.frame = whole(frame);
        this.underlay = new Underlay(plot, canvas, theme, panel);
        axes();
        grid();
        underlay.draw();
        panel.series().forEach(this::band);
        if (panel.kind().isBar()) {
            bars();
        } else {
            panel.series().forEach(this::line);
            panel.series().forEach(this::wrong);
        }
    }

    /** Rounds the frame to the whole pixels that JFreeChart uses. */
    private static Rectangle2D whole(Rectangle2D frame) {
        double left = Math.ceil(frame.getMinX());
        double top = Math.ceil(frame.getMinY());
        return new Rectangle2D.Double(left, top, Math.floor(frame.getMaxX()) - left,
                Math.floor(frame.getMaxY()) - top);
    }

    void draw() {
        plot.draw(canvas.graphics(), frame, null, null, null);
    }

    /** Returns the canvas coordinate of an x value: horizontal, or vertical if the bars are horizontal. */
    double across(double x) {
        return along(panel.x().position(x));
    }

    /** Returns the canvas coordinate of a position on the x axis. */
    double along(double place) {
        return plot.getDomainAxis().valueToJava2D(place, frame, plot.getDomainAxisEdge());
    }

    /** Returns the canvas coordinate of a y value. */
    double up(double y) {
        return plot.getRangeAxis().valueToJava2D(y, frame, plot.getRangeAxisEdge());
    }

    private void axes() {
        ValueAxis x = TickedAxis.of(panel.x());
        plot.setDomainAxis(x);
        plot.setRangeAxis(TickedAxis.of(panel.y()));
        plot.setDomainAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
        plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
        if (panel.kind() == ChartKind.BAR_ACROSS) {
            plot.setOrientation(PlotOrientation.HORIZONTAL);
            x.setInverted(true);
        }
        plot.setFixedDomainAxisSpace(new AxisSpace());
        plot.setFixedRangeAxisSpace(new AxisSpace());
        plot.setInsets(RectangleInsets.ZERO_INSETS);
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    }

    private void grid() {
        var stroke = canvas.hairline(theme.gridWidth());
        var color = new Color(theme.grid());
        plot.setBackgroundPaint(null);
        plot.setDomainGridlinesVisible(theme.boxed() && panel.x().scale() != Scale.CATEGORY);
        plot.setDomainGridlineStroke(stroke);
        plot.setDomainGridlinePaint(color);
        plot.setRangeGridlineStroke(stroke);
        plot.setRangeGridlinePaint(color);
        plot.setOutlineVisible(false);
        add(new DefaultXYDataset(), new SharpGrid());
    }

    /** Draws the range of the rows behind each point. */
    private void band(Series series) {
        switch (series.band()) {
            case NONE -> {
            }
            case MIN_MAX -> bars(series);
            case AREA -> underlay.area(series);
        }
    }

    /** Draws a bar from the minimum to the maximum through each point. */
    private void bars(Series series) {
        var stroke = canvas.stroke(3);
        var color = Shades.translucent(theme.rgb(series.ink()), 80);
        for (var point : series.points()) {
            double x = place(series, point);
            plot.getRenderer(0).addAnnotation(new XYLineAnnotation(x, point.min(), x, point.max(), stroke, color),
                    Layer.BACKGROUND);
        }
    }

    /** Draws a series as datasets of its own, so that its line and markers lie over the previous series. */
    private void line(Series series) {
        var color = theme.color(series.ink());
        for (var run : LineSegment.of(series.points(), gaps(series))) {
            if (series.line() != Stroke.NONE) {
                var renderer = new XYLineAndShapeRenderer(true, false);
                renderer.setDrawSeriesLineAsPath(true);
                renderer.setSeriesStroke(0, pen.stroke(run.measured() ? series.line() : Stroke.DOTTED));
                renderer.setSeriesPaint(0, color);
                add(dataset(series, run.points()), renderer);
            }
        }
        if (series.marker() != Marker.NONE) {
            markers(series, Check.RIGHT, pen.inside(series.marker(), color), pen.edge(series.marker(), color));
            markers(series, Check.UNCHECKED, theme.ground(), color);
        }
    }

    private List<Gap> gaps(Series series) {
        return Stream.concat(panel.extras().gaps().stream(), series.gaps().stream()).toList();
    }

    private void markers(Series series, Check check, Color inside, Color edge) {
        var points = series.points().stream().filter(point -> point.check() == check).toList();
        if (!points.isEmpty()) {
            boolean hollow = check == Check.UNCHECKED || series.marker().isHollow();
            shapes(dataset(series, points), pen.marker(series.marker()), inside, edge, pen.edge(hollow));
        }
    }

    private void shapes(XYDataset dataset, Shape shape, Color inside, Color edge, BasicStroke stroke) {
        var renderer = new XYLineAndShapeRenderer(false, true);
        renderer.setSeriesShape(0, shape);
        renderer.setUseFillPaint(true);
        renderer.setUseOutlinePaint(true);
        renderer.setSeriesFillPaint(0, inside);
        renderer.setSeriesOutlinePaint(0, edge);
        renderer.setSeriesOutlineStroke(0, stroke);
        add(dataset, renderer);
    }

    /** Marks the wrong points. Drawn last, so that no line hides them. */
    private void wrong(Series series) {
        var points = series.points().stream().filter(point -> point.check() == Check.WRONG).toList();
        if (!points.isEmpty()) {
            shapes(dataset(series, points), pen.circle(1.5), theme.ground(), theme.wrong(), canvas.stroke(1.1));
            shapes(dataset(series, points), pen.cross(1), theme.ground(), theme.wrong(), canvas.stroke(1.1));
        }
    }

    private void bars() {
        for (var bar : Bars.of(panel)) {
            var values = new XIntervalSeries(bar.series().name());
            values.add(bar.middle(), bar.from(), bar.to(), bar.point().y());
            var dataset = new XIntervalSeriesCollection();
            dataset.addSeries(values);
            var renderer = new XYBarRenderer();
            renderer.setBarPainter(new StandardXYBarPainter());
            renderer.setShadowVisible(false);
            renderer.setDrawBarOutline(true);
            renderer.setSeriesPaint(0, theme.color(bar.series().ink()));
            renderer.setSeriesOutlinePaint(0, theme.ground());
            renderer.setSeriesOutlineStroke(0, canvas.stroke(1));
            add(dataset, renderer);
        }
    }

    /** Returns the position of a point along x, shifted if its series is offset from the others. */
    private double place(Series series, Point point) {
        double place = panel.x().position(point.x());
        double aside = beside.of(series);
        return aside == 0
                ? place
                : plot.getDomainAxis().java2DToValue(along(place) + canvas.points(aside) * shrunk(), frame,
                        plot.getDomainAxisEdge());
    }

    /** Returns the largest offset of a series in pixels. */
    double reach() {
        return canvas.points(beside.reach()) * shrunk();
    }

    /**
     * Returns the factor for offsets, 0 to 1. In a small frame, offsets shrink so that no marker is clipped or closer to the next
     * position than to its own.
     */
    private double shrunk() {
        double wanted = canvas.points(beside.reach() + theme.markerSize() / 2);
        double room = panel.series().stream().flatMap(series -> series.points().stream())
                .mapToDouble(
                        point -> Math.min(across(point.x()) - frame.getMinX(), frame.getMaxX() - across(point.x())))
                .min().orElse(wanted);
        var places = panel.series().stream().flatMap(series -> series.points().stream())
                .mapToDouble(point -> across(point.x())).distinct().sorted().toArray();
        double step = IntStream.range(1, places.length).mapToDouble(at -> places[at] - places[at - 1]).min()
                .orElse(2 * wanted);
        return Math.clamp(Math.min(room, step / 2) / wanted, 0, 1);
    }

    private XYDataset dataset(Series series, List<Point> points) {
        var values = new double[2][points.size()];
        for (int i = 0; i < points.size(); i++) {
            values[0][i] = place(series, points.get(i));
            values[1][i] = points.get(i).y();
        }
        var dataset = new DefaultXYDataset();
        dataset.addSeries(series.name(), values);
        return dataset;
    }

    private void add(XYDataset dataset, XYItemRenderer renderer) {
        plot.setDataset(datasets, dataset);
        plot.setRenderer(datasets++, renderer);
    }
}
