package org.gpucomm.figures.draw;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

import org.gpucomm.figures.chart.Extras.Align;
import org.gpucomm.figures.chart.ChartKind;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Legend;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.PanelPlacement.PanelFrame;
import org.gpucomm.figures.chart.Series;

/** Drawing of a whole figure on a canvas. */
final class Drawing {

    private static final double MARGIN = 14;

    private final Figure figure;
    private final Canvas canvas;
    private final Typesetting setting;
    private final double scale;
    private final double width;
    private final double height;

    /** Prepares to draw on {@code graphics}, which is {@code width} by {@code height} pixels large. */
    Drawing(Figure figure, Background look, Graphics2D graphics, int width, int height) {
        this.figure = figure;
        this.width = width;
        this.height = height;
        scale = (double) width / figure.sheet().width();
        double point = figure.sheet().point() * scale;
        setting = Typesetting.of(figure.style(), look, point);
        canvas = new Canvas(graphics, point, setting.theme().ground());
    }

    void draw() {
        var graphics = canvas.graphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        canvas.rectangle(0, 0, width, height, setting.theme().ground());
        double top = head();
        double bottom = foot();
        var room = new Rectangle2D.Double(canvas.points(MARGIN), top, width - 2 * canvas.points(MARGIN), bottom - top);
        var page = new PanelGrid(figure, setting, room);
        var frames = page.frames();
        for (int i = 0; i < frames.size(); i++) {
            var panel = figure.panels().get(i);
            var given = panel.placing().frame();
            var frame = given == null ? frames.get(i) : scaled(given);
            if (panel.kind() == ChartKind.HEAT) {
                new HeatMap(canvas, setting, panel, frame).draw();
            } else {
                PanelDrawing.of(canvas, setting, panel, frame, given != null || page.labelsLeft(i)).draw();
            }
        }
    }

    /** Returns the height in pixels of the text above and below the panels. Draws this text. */
    double written() {
        return head() + height - foot();
    }

    private Rectangle2D scaled(PanelFrame frame) {
        double left = sharp(frame.left());
        double top = sharp(frame.top());
        return new Rectangle2D.Double(left, top, sharp(frame.right()) - left, sharp(frame.bottom()) - top);
    }

    private double sharp(double pixel) {
        return Canvas.sharp(pixel * scale, canvas.hairline(setting.theme().gridWidth()));
    }

    /** Draws title, sentences and legend above the panels. Returns the y at which they end. */
    private double head() {
        if (setting.theme().boxed()) {
            if (figure.sheet().heading()) {
                var letters = setting.heading();
                canvas.text(figure.title(), width / 2, canvas.points(7.4) + letters.ascent(), Align.CENTER, letters);
            }
            return 0;
        }
        double left = canvas.points(MARGIN);
        double y = canvas.points(MARGIN);
        if (figure.sheet().heading()) {
            y += setting.heading().ascent();
            canvas.text(figure.title(), left, y, Align.LEFT, setting.heading());
            y += canvas.points(4);
        }
        if (figure.sheet().sentences()) {
            y = paragraph(figure.aggregation(), y, setting.small());
        }
        if (figure.sheet().legend() == Legend.ABOVE) {
            var names = new LegendBox(distinct(), figure.panels().getFirst().kind().isBar(), setting.legend(false),
                    setting);
            y = names.drawRows(canvas, left, width - left, y + canvas.points(8));
        }
        return y + canvas.points(8);
    }

    private List<Series> distinct() {
        var series = new LinkedHashMap<String, Series>();
        figure.panels().forEach(panel -> panel.series().stream().filter(one -> !one.goesWithTheLast())
                .forEach(one -> series.putIfAbsent(one.name(), one)));
        return List.copyOf(series.values());
    }

    /** Draws the notes and the source below the panels. Returns the y at which they begin. */
    private double foot() {
        if (setting.theme().boxed()) {
            return height;
        }
        var letters = setting.source();
        var lines = new ArrayList<String>();
        figure.notes().forEach(note -> lines.addAll(wrapped(note, letters)));
        if (figure.sheet().sentences()) {
            lines.addAll(wrapped(figure.source(), letters));
        }
        double y = height - canvas.points(MARGIN * 0.75) - letters.descent() - (lines.size() - 1) * letters.leading();
        double top = y - letters.ascent() - canvas.points(9);
        for (var line : lines) {
            canvas.text(line, canvas.points(MARGIN), y, Align.LEFT, letters);
            y += letters.leading();
        }
        return top;
    }

    private double paragraph(String text, double top, TextStyle letters) {
        double y = top;
        for (var line : wrapped(text, letters)) {
            y += letters.leading();
            canvas.text(line, canvas.points(MARGIN), y, Align.LEFT, letters);
        }
        return y + letters.descent();
    }

    /** Returns the text in the fewest lines that fit the width, balanced in length so that the last line is not a single word. */
    private List<String> wrapped(String text, TextStyle letters) {
        double room = width - 2 * canvas.points(MARGIN);
        var lines = wrapped(text, letters, room);
        for (double narrower = 0.97 * room; narrower > room / 2; narrower -= 0.03 * room) {
            var balanced = wrapped(text, letters, narrower);
            if (balanced.size() > lines.size()) {
                break;
            }
            lines = balanced;
        }
        return lines;
    }

    /** Returns the words of the text. Words wider than a line, such as addresses, are split into pieces. */
    private static List<String> words(String text, TextStyle letters, double room) {
        var words = new ArrayList<String>();
        for (var word : text.split(" ")) {
            var rest = word;
            while (letters.width(rest) > room) {
                int end = rest.length() - 1;
                while (end > 1 && letters.width(rest.substring(0, end)) > room) {
                    end--;
                }
                words.add(rest.substring(0, end));
                rest = rest.substring(end);
            }
            words.add(rest);
        }
        return words;
    }

    private static List<String> wrapped(String text, TextStyle letters, double room) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : words(text, letters, room)) {
            if (!line.isEmpty() && letters.width(line + " " + word) > room) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        if (!line.isEmpty()) {
            lines.add(line.toString());
        }
        return lines;
    }
}
