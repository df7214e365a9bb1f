package org.gpucomm.figures.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.figures.chart.ChartKind;
import org.gpucomm.figures.chart.Check;
import org.gpucomm.figures.chart.Extras;
import org.gpucomm.figures.chart.Extras.Gap;
import org.gpucomm.figures.chart.Extras.Reference;
import org.gpucomm.figures.chart.Extras.Shade;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Legend;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.PanelPlacement;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Series.Band;
import org.gpucomm.figures.chart.Series.Marker;
import org.gpucomm.figures.chart.Series.Stroke;
import org.gpucomm.figures.chart.Sheet;
import org.gpucomm.figures.chart.Style;
import org.gpucomm.figures.draw.Pictures;
import org.gpucomm.figures.view.View.Curve;
import org.jspecify.annotations.Nullable;

/** Converter of a view to a figure in gpucomm's style. */
public final class ViewFigure {

    /** Largest number of curves in a picture. More curves are not distinguishable. */
    public static final int MOST_CURVES = 40;

    private static final int WIDTH = 2400;
    private static final int HEIGHT = 1350;
    private static final int DPI = 300;
    private static final int LEAST_PLOT = 950;
    private static final int MOST_END_LABELS = 6;
    private static final int LONGEST_END_LABEL = 36;
    /** Largest number of curves with bands. With more, the bands would hide each other. */
    private static final int BANDED = 8;
    /** Limit for levels, as a multiple of the highest point. A higher level would flatten the curves. */
    private static final double HIGHEST_LEVEL = 2.5;
    /** Multiple of the usual step from which a step is a gap. */
    private static final double GAP = 1.9;

    private final View view;
    private final ViewAdjustments framing;

    private ViewFigure(View view, ViewAdjustments framing) {
        this.view = view;
        this.framing = framing;
    }

    public static Figure of(View view, ViewAdjustments framing) {
        return new ViewFigure(view, framing).figure();
    }

    private Figure figure() {
        var series = series();
        var legend = legend(series);
        var panel = panel(series, legend == Legend.ENDS ? Legend.ENDS : Legend.NONE);
        var onSheet = legend == Legend.ABOVE ? Legend.ABOVE : Legend.NONE;
        var figure = sized(panel, onSheet, HEIGHT);
        double written = Pictures.written(figure);
        // The text above the plot, mainly the legend, never takes more height than the plot.
        int needed = (int) Math.ceil(written + Math.max(LEAST_PLOT, written));
        return needed <= HEIGHT ? figure : sized(panel, onSheet, needed);
    }

    private Figure sized(Panel panel, Legend legend, int height) {
        return new Figure(view.name(), Style.GPUCOMM, view.title(), view.title(), view.basis(), notes(), view.address(),
                new Sheet(WIDTH, height, DPI, 1, legend, true), List.of(panel));
    }

    private Panel panel(List<Series> series, Legend legend) {
        // From all curves, so that the axis does not change when a curve is hidden.
        var xs = view.curves().stream().flatMap(curve -> curve.points().stream()).map(ViewFigure::point)
                .filter(this::hasPlace).map(Point::x).toList();
        var x = AxisTicks.x(scaled(view.x(), framing.scaleX()), xs, framing.x());
        var y = AxisTicks.y(scaled(view.y(), framing.scaleY()), ys(series), framing.y());
        return new Panel(view.title(), "", ChartKind.LINE, x, y, series, extras(), new PanelPlacement(null, 1, legend));
    }

    private static View.Axis scaled(View.Axis axis, @Nullable Scale asked) {
        return asked == null ? axis : new View.Axis(axis.column(), axis.label(), axis.unit(), asked, axis.include());
    }

    private List<Double> ys(List<Series> series) {
        var ys = new ArrayList<Double>();
        for (var one : series) {
            for (var point : one.points()) {
                ys.add(point.y());
                if (!isOfRatios()) {
                    ys.add(point.max());
                    ys.add(isLogarithmicY() ? Math.max(point.min(), point.y() / 1e3) : point.min());
                }
            }
        }
        levels().forEach(level -> ys.add(level.from()));
        return ys;
    }

    private List<Series> series() {
        var pencils = SeriesStyles.of(view.curves().stream().map(Curve::key).toList());
        var series = new ArrayList<Series>();
        boolean banded = shown().count() <= BANDED;
        for (int i = 0; i < view.curves().size(); i++) {
            var curve = view.curves().get(i);
            if (framing.hidden().contains(curve.id())) {
                continue;
            }
            var pencil = pencils.get(i);
            var points = curve.points().stream().map(ViewFigure::point).filter(this::hasPlace).toList();
            boolean isNamed = !curve.isMoreOfTheLast() || framing.hidden().contains(view.curves().get(i - 1).id());
            var name = isNamed ? nameOf(curve) : "";
            boolean apart = curve.kind() == View.CurveKind.BOXES || curve.kind() == View.CurveKind.LONGEST;
            series.add(apart
                    ? new Series(name, pencil.ink(), Stroke.NONE,
                            curve.kind() == View.CurveKind.LONGEST ? Marker.WEDGE : pencil.marker(),
                            curve.kind() == View.CurveKind.LONGEST ? Band.NONE : Band.MIN_MAX, points)
                    : new Series(name, pencil.ink(), curve.dashed() ? Stroke.DASHED : pencil.line(),
                            curve.isMeasured() ? pencil.marker() : Marker.NONE,
                            banded || !curve.isMeasured() ? Band.AREA : Band.NONE, points,
                            view.x().unit() == View.Unit.RUNS ? List.of() : gaps(points, view.x().scale())));
        }
        return series;
    }

    private static String nameOf(Curve curve) {
        return curve.flags().isEmpty() ? curve.label() : curve.label() + " ⚑";
    }

    private static Point point(View.Point point) {
        boolean spread = !Double.isNaN(point.min());
        return new Point(point.x(), point.y(), point.n(), spread ? point.min() : point.y(),
                spread ? point.max() : point.y(), point.check());
    }

    /** Returns whether a curve shows ratios. Their intervals may be wide and do not extend the axis, which would compress the points. */
    private boolean isOfRatios() {
        return shown().anyMatch(curve -> curve.kind() == View.CurveKind.RATIO);
    }

    private Stream<Curve> shown() {
        return view.curves().stream().filter(curve -> !framing.hidden().contains(curve.id()));
    }

    /** Returns whether the axes can show the point. A logarithmic axis cannot show zero. */
    private boolean hasPlace(Point point) {
        boolean logarithmicX = scaled(view.x(), framing.scaleX()).scale().isLogarithmic();
        return (!logarithmicX || point.x() > 0) && (!isLogarithmicY() || point.y() > 0);
    }

    private boolean isLogarithmicY() {
        return scaled(view.y(), framing.scaleY()).scale().isLogarithmic();
    }

    private Extras extras() {
        var shades = view.marks().stream().filter(View.Mark::isOfX)
                .map(mark -> new Shade(mark.from(), mark.to(), mark.label())).toList();
        var references = levels().stream().<Reference>map(mark -> new Reference.Level(mark.label(), mark.from()))
                .toList();
        return new Extras(references, List.of(), shades, List.of(), List.of(), false);
    }

    private List<View.Mark> levels() {
        double highest = shown().flatMap(curve -> curve.points().stream()).mapToDouble(View.Point::y).max().orElse(0);
        return view.marks().stream().filter(mark -> !mark.isOfX()).filter(
                mark -> mark.from() <= HIGHEST_LEVEL * highest || Objects.equals(mark.from(), view.y().include()))
                .toList();
    }

    /** Returns ENDS if every name fits at the end of its line, else ABOVE. */
    private Legend legend(List<Series> series) {
        if (series.size() < 2) {
            return series.stream().anyMatch(one -> one.name().endsWith("⚑")) ? Legend.ABOVE : Legend.NONE;
        }
        double last = series.stream().mapToDouble(ViewFigure::last).max().orElse(0);
        boolean fit = framing.x() == null && framing.y() == null && series.size() <= MOST_END_LABELS
                && series.stream().allMatch(one -> last(one) == last && one.name().length() <= LONGEST_END_LABEL)
                && series.stream().allMatch(one -> one.line() == Stroke.SOLID);
        return fit ? Legend.ENDS : Legend.ABOVE;
    }

    private static double last(Series series) {
        return series.points().isEmpty() ? Double.NaN : series.points().getLast().x();
    }

    /** Returns the meaning of the marks, the flags of the curves, and the notes of the view. */
    private List<String> notes() {
        var keys = new ArrayList<String>();
        var checks = shown().filter(Curve::isMeasured).flatMap(curve -> curve.points().stream())
                .map(View.Point::check).collect(Collectors.toSet());
        if (checks.contains(Check.UNCHECKED)) {
            keys.add("○ hollow: data not checked by the tool");
        }
        if (checks.contains(Check.WRONG)) {
            keys.add("⊗ wrong data: no result");
        }
        var notes = new ArrayList<String>();
        if (!keys.isEmpty()) {
            notes.add(String.join("     ", keys));
        }
        shown().filter(curve -> !curve.flags().isEmpty())
                .map(curve -> "⚑ " + curve.label() + ": " + String.join(", ", curve.flags())).distinct()
                .forEach(notes::add);
        notes.addAll(view.notes());
        return notes;
    }

    /** Returns the gaps of a curve: steps of x more than 1.9 times the median step, compared as ratios. */
    private static List<Gap> gaps(List<Point> points, Scale scale) {
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
            if (steps.get(i) > GAP * usual) {
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
