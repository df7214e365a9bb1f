package org.gpucomm.figures.draw;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.figures.chart.Axis.Tick;
import org.gpucomm.figures.chart.Check;
import org.gpucomm.figures.chart.Extras.Align;
import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Series;

/** Heat map: a coloured cell for each row and column, with numbers in the cells where they fit, and the colour scale on the right. */
record HeatMap(Canvas canvas, Typesetting setting, Panel panel, Rectangle2D frame) {

    private static final double SCALE_WIDTH = 9;
    private static final double SCALE_GAP = 8;
    private static final int STEPS = 64;
    private static final int DIGITS = 3;
    /** Smallest readable letters, as a share of the usual size. */
    private static final double SMALLEST = 0.7;

    /** Returns the room around the cells: row names on the left, column names below, the scale on the right. */
    static PanelInsets insets(Panel panel, Typesetting setting) {
        var theme = setting.theme();
        double left = setting.points(theme.tickPad())
                + panel.series().stream().mapToDouble(row -> setting.tick().width(row.name())).max().orElse(0);
        double numbers = panel.y().ticks().stream().mapToDouble(tick -> setting.tick().width(tick.label())).max()
                .orElse(0);
        double right = setting.points(2 * SCALE_GAP + SCALE_WIDTH + 3) + Math.max(numbers,
                setting.small().width(panel.y().unit()));
        double top = setting.points(theme.titlePad()) + setting.panelTitle().height();
        return new PanelInsets(left, top, right, setting.below(panel.x()));
    }

    void draw() {
        canvas.text(panel.title(), frame.getMinX(), frame.getMinY() - setting.points(setting.theme().titlePad()),
                Align.LEFT, setting.panelTitle());
        if (panel.series().isEmpty() || panel.x().ticks().isEmpty()) {
            return;
        }
        canvas.rectangle(frame.getMinX(), frame.getMinY(), frame.getMaxX(), frame.getMaxY(),
                setting.theme().shade());
        var letters = lettersOfCells();
        for (int row = 0; row < panel.series().size(); row++) {
            for (var point : panel.series().get(row).points()) {
                cell(row, point, letters);
            }
        }
        nodes();
        names();
        scale();
    }

    private double width() {
        return frame.getWidth() / panel.x().ticks().size();
    }

    private double height() {
        return frame.getHeight() / panel.series().size();
    }

    private void cell(int row, Point point, double size) {
        double left = frame.getMinX() + panel.x().position(point.x()) * width();
        double top = frame.getMinY() + row * height();
        int color = setting.theme().rgb(SeriesColor.heat(share(point.y())));
        canvas.rectangle(Math.rint(left), Math.rint(top), Math.rint(left + width()) - seam(width()),
                Math.rint(top + height()) - seam(height()), new Color(color));
        if (point.check() == Check.WRONG) {
            canvas.draw(new Rectangle2D.Double(left, top, width(), height()), canvas.stroke(1.4),
                    setting.theme().wrong());
        }
        if (size >= SMALLEST) {
            var usual = setting.tick();
            var letters = new TextStyle(usual.face(), usual.size() * size, Shades.on(color));
            canvas.text(text(point), left + width() / 2, top + height() / 2 + letters.belowMiddle(), Align.CENTER,
                    letters);
        }
    }

    /** Returns the width of the gap between cells: 0 for small cells. */
    private double seam(double length) {
        return length < setting.points(6) ? 0 : Math.max(1, Math.floor(setting.points(0.4)));
    }

    /** Returns the position of a value on the colour scale, 0 to 1. */
    private double share(double value) {
        var axis = panel.y();
        double share = axis.scale().isLogarithmic()
                ? Math.log(value / axis.min()) / Math.log(axis.max() / axis.min())
                : (value - axis.min()) / (axis.max() - axis.min());
        return Math.clamp(share, 0, 1);
    }

    private static String text(Point point) {
        return Numbers.significant(point.y(), DIGITS);
    }

    /** Returns the size of the numbers in the cells as a share of the usual letters, at most 1, so that the widest number fits. */
    private double lettersOfCells() {
        var letters = setting.tick();
        double widest = panel.series().stream().flatMap(row -> row.points().stream())
                .mapToDouble(point -> letters.width(text(point))).max().orElse(1);
        return Math.min(1, Math.min(0.86 * width() / widest, 0.8 * height() / letters.height()));
    }

    /** Draws lines between the cells of different nodes. */
    private void nodes() {
        var stroke = canvas.hairline(1.2);
        var color = new Color(setting.theme().ink());
        var rows = panel.series().stream().map(Series::name).toList();
        for (int place : ends(rows)) {
            canvas.level(frame.getMinX(), frame.getMaxX(), frame.getMinY() + place * height(), stroke, color);
        }
        for (int place : ends(panel.x().ticks().stream().map(Tick::label).toList())) {
            canvas.upright(frame.getMinX() + place * width(), frame.getMinY(), frame.getMaxY(), stroke, color);
        }
    }

    private static List<Integer> ends(List<String> names) {
        return IntStream.range(1, names.size())
                .filter(i -> !node(names.get(i)).equals(node(names.get(i - 1)))).boxed().toList();
    }

    private static String node(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }

    private void names() {
        var letters = setting.tick();
        double right = frame.getMinX() - setting.points(setting.theme().tickPad());
        int everyRow = Math.max(1, (int) Math.ceil(1.1 * letters.height() / height()));
        for (int row = 0; row < panel.series().size(); row += everyRow) {
            canvas.text(panel.series().get(row).name(), right,
                    frame.getMinY() + (row + 0.5) * height() + letters.belowMiddle(), Align.RIGHT, letters);
        }
        double baseline = frame.getMaxY() + setting.points(setting.theme().tickPad()) + letters.ascent();
        var columns = panel.x().ticks();
        double widest = columns.stream().mapToDouble(tick -> letters.width(tick.label())).max().orElse(0);
        int everyColumn = Math.max(1, (int) Math.ceil((widest + 0.5 * letters.size()) / width()));
        for (int column = 0; column < columns.size(); column += everyColumn) {
            canvas.text(columns.get(column).label(), frame.getMinX() + (column + 0.5) * width(), baseline,
                    Align.CENTER, letters);
        }
        double label = baseline + letters.descent() + setting.points(setting.theme().labelPad())
                + setting.label().ascent();
        canvas.text(panel.x().label(), frame.getCenterX(), label, Align.CENTER, setting.label());
    }

    /** Draws the colour scale and its numbers on the right of the cells. */
    private void scale() {
        double left = frame.getMaxX() + setting.points(SCALE_GAP);
        double right = left + setting.points(SCALE_WIDTH);
        double step = frame.getHeight() / STEPS;
        for (int i = 0; i < STEPS; i++) {
            canvas.rectangle(left, Math.rint(frame.getMaxY() - (i + 1) * step), right,
                    Math.rint(frame.getMaxY() - i * step),
                    setting.theme().color(SeriesColor.heat((i + 0.5) / STEPS)));
        }
        var letters = setting.tick();
        for (var tick : panel.y().ticks()) {
            double y = frame.getMaxY() - share(tick.value()) * frame.getHeight();
            canvas.text(tick.label(), right + setting.points(3), y + letters.belowMiddle(), Align.LEFT, letters);
        }
        canvas.text(panel.y().unit(), left, frame.getMinY() - setting.points(6), Align.LEFT, setting.small());
    }
}
