package org.gpucomm.figures.draw;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.ChartKind;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Panel;

/** Grid of the frames of a figure's panels. All columns have the same width, all rows the same height. */
final class PanelGrid {

    /** Gap between the texts around neighbouring panels, in points. */
    private static final double GUTTER = 10;

    private final Figure figure;
    private final Typesetting setting;
    private final Rectangle2D room;
    private final List<PanelCell> cells = new ArrayList<>();
    private int rows;

    /** @param room area for the panels and the text around them */
    PanelGrid(Figure figure, Typesetting setting, Rectangle2D room) {
        this.figure = figure;
        this.setting = setting;
        this.room = room;
        place();
    }

    /** Place of a panel in the grid. */
    private record PanelCell(Panel panel, int row, int column, int span) {

        int last() {
            return column + span - 1;
        }
    }

    private void place() {
        int columns = figure.sheet().columns();
        int row = 0;
        int column = 0;
        for (var panel : figure.panels()) {
            int span = Math.min(panel.placing().span(), columns);
            if (column + span > columns) {
                row++;
                column = 0;
            }
            cells.add(new PanelCell(panel, row, column, span));
            column += span;
        }
        rows = row + 1;
    }

    /** Returns whether this panel labels its left axis. In a row, a panel with the same axis as the panel to its left has no labels. */
    boolean labelsLeft(int panel) {
        var cell = cells.get(panel);
        return cell.column == 0 || cell.panel.kind() == ChartKind.HEAT
                || !leftAxis(cell.panel).equals(leftAxis(cells.get(panel - 1).panel));
    }

    private static Axis leftAxis(Panel panel) {
        return panel.kind() == ChartKind.BAR_ACROSS ? panel.x() : panel.y();
    }

    /** Returns the frames in the order of the panels. */
    List<Rectangle2D> frames() {
        int columns = figure.sheet().columns();
        var left = new double[columns];
        var right = new double[columns];
        var top = new double[rows];
        var bottom = new double[rows];
        for (int i = 0; i < cells.size(); i++) {
            var cell = cells.get(i);
            var insets = PanelInsets.of(cell.panel, setting, labelsLeft(i));
            left[cell.column] = Math.max(left[cell.column], insets.left());
            right[cell.last()] = Math.max(right[cell.last()], insets.right());
            top[cell.row] = Math.max(top[cell.row], insets.top());
            bottom[cell.row] = Math.max(bottom[cell.row], insets.bottom());
        }
        double gutter = setting.points(GUTTER);
        double width = (room.getWidth() - sum(left) - sum(right) - gutter * (columns - 1)) / columns;
        double height = (room.getHeight() - sum(top) - sum(bottom) - gutter * (rows - 1)) / rows;
        var frames = new ArrayList<Rectangle2D>();
        for (var cell : cells) {
            double x = room.getMinX() + left[0] + start(cell.column, left, right, width + gutter);
            double end = room.getMinX() + left[0] + start(cell.last(), left, right, width + gutter) + width;
            double y = room.getMinY() + top[0] + start(cell.row, top, bottom, height + gutter);
            frames.add(new Rectangle2D.Double(x, y, end - x, height));
        }
        return frames;
    }

    /** Returns the distance from the first frame to the frame at this place. */
    private static double start(int place, double[] before, double[] after, double pitch) {
        double start = 0;
        for (int i = 1; i <= place; i++) {
            start += after[i - 1] + before[i] + pitch;
        }
        return start;
    }

    private static double sum(double[] lengths) {
        return Arrays.stream(lengths).sum();
    }
}
