package org.gpucomm.figures.draw;

import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.util.List;

import org.gpucomm.figures.chart.Extras.Align;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Series;

/**
 * Legend: names of series, each with a piece of its line or bar. Distances are those of matplotlib, in multiples of the letters' size.
 *
 * @param bars whether the series are bars
 */
record LegendBox(List<Series> series, boolean bars, TextStyle letters, Typesetting setting) {

    private static final double PAD = 0.4;
    private static final double HANDLE = 2;
    private static final double HANDLE_HEIGHT = 0.7;
    private static final double AFTER_HANDLE = 0.8;
    private static final double BETWEEN = 0.5;

    static LegendBox of(Panel panel, Typesetting setting, boolean beside) {
        return new LegendBox(panel.series().stream().filter(one -> !one.goesWithTheLast()).toList(),
                panel.kind().isBar(), setting.legend(beside), setting);
    }

    double width() {
        double widest = series.stream().mapToDouble(one -> letters.width(one.name())).max().orElse(0);
        return (2 * PAD + HANDLE + AFTER_HANDLE) * letters.size() + widest;
    }

    double height() {
        return (2 * PAD + (series.size() - 1) * BETWEEN) * letters.size() + series.size() * letters.height();
    }

    private double pitch() {
        return letters.height() + BETWEEN * letters.size();
    }

    void draw(Canvas canvas, double left, double top) {
        double size = letters.size();
        var box = new RoundRectangle2D.Double(left, top, width(), height(), 0.4 * size, 0.4 * size);
        canvas.fill(box, Shades.translucent(setting.theme().ground().getRGB(), 204));
        canvas.draw(box, canvas.stroke(setting.theme().boxed() ? 1 : 0.6),
                Shades.translucent(setting.theme().look() == Background.DARK ? 0x3A424C : 0xCCCCCC, 204));
        double baseline = top + PAD * size + letters.ascent();
        for (var one : series) {
            handle(canvas, one, left + PAD * size, baseline - HANDLE_HEIGHT / 2 * size);
            canvas.text(one.name(), left + (PAD + HANDLE + AFTER_HANDLE) * size, baseline, Align.LEFT, letters);
            baseline += pitch();
        }
    }

    /** Draws all names in rows between {@code left} and {@code right}. Returns the y at which the rows end. */
    double drawRows(Canvas canvas, double left, double right, double top) {
        double x = left;
        double y = top;
        for (var one : series) {
            double width = (HANDLE + 0.5) * letters.size() + letters.width(one.name());
            if (x > left && x + width > right) {
                x = left;
                y += letters.height() + BETWEEN * letters.size();
            }
            double middle = y + letters.height() / 2;
            handle(canvas, one, x, middle);
            canvas.text(one.name(), x + (HANDLE + 0.5) * letters.size(), middle + letters.belowMiddle(), Align.LEFT,
                    letters);
            x += width + 1.6 * letters.size();
        }
        return y + letters.height();
    }

    private void handle(Canvas canvas, Series one, double left, double middle) {
        double size = letters.size();
        var color = setting.theme().color(one.ink());
        if (bars) {
            double half = HANDLE_HEIGHT * size / 2;
            var patch = new Rectangle2D.Double(left, middle - half, HANDLE * size, 2 * half);
            canvas.fill(patch, color);
            canvas.draw(patch, canvas.stroke(1), setting.theme().ground());
            return;
        }
        var pen = new SeriesPainter(canvas, setting.theme());
        // seaborn's legends show every series as a plain line.
        boolean plain = setting.theme().boxed();
        if (one.line() != Series.Stroke.NONE) {
            canvas.line(left, middle, left + HANDLE * size, middle,
                    pen.stroke(plain ? Series.Stroke.SOLID : one.line()), color);
        }
        if (!plain) {
            var marker = AffineTransform.getTranslateInstance(left + HANDLE * size / 2, middle)
                    .createTransformedShape(pen.marker(one.marker()));
            canvas.fill(marker, pen.inside(one.marker(), color));
            canvas.draw(marker, pen.edge(one.marker().isHollow()), pen.edge(one.marker(), color));
        }
    }
}
