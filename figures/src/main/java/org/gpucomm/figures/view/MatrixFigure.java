package org.gpucomm.figures.view;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.analysis.matrices.HeatMatrix;
import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.Axis.Tick;
import org.gpucomm.figures.chart.ChartKind;
import org.gpucomm.figures.chart.Check;
import org.gpucomm.figures.chart.Extras;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Hue;
import org.gpucomm.figures.chart.Legend;
import org.gpucomm.figures.chart.Numbers;
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

/** Converter of a matrix to a figure with one panel. */
public final class MatrixFigure {

    private static final int WIDTH = 1800;
    private static final int TICKS = 5;

    private MatrixFigure() {}

    /** @param source origin of the measurements, written at the foot */
    public static Figure of(HeatMatrix matrix, String source) {
        var unit = matrix.value().unit() == null ? "" : matrix.value().unit();
        var ticks = new ArrayList<Tick>();
        for (int i = 0; i < matrix.columns().size(); i++) {
            ticks.add(new Tick(i, matrix.columns().get(i)));
        }
        var x = new Axis("column", "column", "", Scale.CATEGORY, -0.5, ticks.size() - 0.5, ticks, true);
        var panel = new Panel(matrix.value().label(), matrix.value().label(), ChartKind.HEAT, x, scale(matrix, unit),
                rows(matrix), Extras.NONE, new PanelPlacement(null, 1, Legend.NONE));
        int height = Math.clamp(500 + 90L * matrix.rows().size(), 700, 2000);
        return new Figure(ViewName.of(List.of(isOfPairs(matrix) ? "matrix" : "ranks", matrix.title())),
                Style.GPUCOMM, matrix.title(),
                matrix.title() + (isOfPairs(matrix) ? " between each pair" : ", rank by rank"), about(matrix),
                List.of(), source,
                new Sheet(WIDTH, height, 220, 1, Legend.NONE, true), List.of(panel));
    }

    private static boolean isOfPairs(HeatMatrix matrix) {
        return matrix.kind() == HeatMatrix.Kind.PAIRS;
    }

    private static String about(HeatMatrix matrix) {
        var most = matrix.cells().stream().flatMap(List::stream)
                .mapToInt(cell -> cell == null ? 0 : cell.n()).max().orElse(0);
        if (!isOfPairs(matrix)) {
            return "Each cell is the time of a rank over the median of all ranks."
                    + (matrix.kind() == HeatMatrix.Kind.RANKS_TOGETHER
                            ? " Inside a collective the last to come waits least: a short time is that of a rank that others wait for."
                            : "");
        }
        var nodes = matrix.rows().stream().anyMatch(name -> name.contains("/"))
                ? " Names are node/rank; ranks are taken to be counted node after node."
                : "";
        return (most > 1
                ? "Each cell is the median of up to " + most + " measurements."
                : "Each cell is one measurement.")
                + " Rows and columns are named as the tool names them." + nodes;
    }

    private static Axis scale(HeatMatrix matrix, String unit) {
        double from = matrix.scaleFrom();
        double to = matrix.highest() > from ? matrix.highest() : from + 1;
        var ticks = new ArrayList<Tick>();
        for (int i = 0; i < TICKS; i++) {
            double value = from + (to - from) * i / (TICKS - 1);
            ticks.add(new Tick(value, Numbers.significant(value, 3)));
        }
        return new Axis(matrix.value().name(), matrix.value().label() + " (" + unit + ")", unit, Scale.LINEAR, from,
                to, ticks, false);
    }

    private static List<Series> rows(HeatMatrix matrix) {
        var rows = new ArrayList<Series>();
        for (int row = 0; row < matrix.rows().size(); row++) {
            var points = new ArrayList<Point>();
            for (int column = 0; column < matrix.columns().size(); column++) {
                var cell = matrix.cells().get(row).get(column);
                if (cell != null) {
                    points.add(new Point(column, cell.y(), cell.n(), cell.min(), cell.max(), check(cell.wrong())));
                }
            }
            rows.add(new Series(matrix.rows().get(row), Hue.BLUE.ink(), Stroke.NONE, Marker.NONE, Band.NONE, points));
        }
        return rows;
    }

    private static Check check(@org.jspecify.annotations.Nullable Long wrong) {
        return wrong == null ? Check.UNCHECKED : wrong > 0 ? Check.WRONG : Check.RIGHT;
    }
}
