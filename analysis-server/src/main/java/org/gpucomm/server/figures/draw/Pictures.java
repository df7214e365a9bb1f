package org.gpucomm.server.figures.draw;

import org.gpucomm.server.figures.chart.Figure;
import org.gpucomm.server.figures.chart.Numbers;
import org.jfree.svg.SVGGraphics2D;

/** The faces of a figure that are looked at. Both are the same bytes for the same figure, always and everywhere. */
public final class Pictures {

    private Pictures() {}

    /** A PNG file, as many pixels wide as the figure's sheet says. */
    public static byte[] png(Figure figure) {
        return new Press().png(figure, figure.sheet().width());
    }

    /** An SVG file. Its letters are outlines, so that it looks the same wherever it is shown. */
    public static String svg(Figure figure) {
        int width = figure.sheet().width();
        int height = figure.sheet().height();
        var graphics = new SVGGraphics2D(width, height);
        // Without a prefix of its own JFreeSVG takes the time of day into the names of its clips.
        graphics.setDefsKeyPrefix(figure.name() + "-" + figure.style().id() + "-");
        graphics.setGeomDoubleConverter(Pictures::hundredths);
        new Drawing(figure, graphics, width, height).draw();
        return withWords(graphics.getSVGElement(), figure);
    }

    /** A hundredth of a pixel of the sheet, 1/30000 inch, is finer than anybody sees. */
    private static String hundredths(double value) {
        return Numbers.plain(Math.rint(value * 100) / 100);
    }

    static int heightFor(Figure figure, int width) {
        return Math.max(1, (int) Math.round((double) figure.sheet().height() * width / figure.sheet().width()));
    }

    /** Title and description for screen readers, and where the numbers come from. */
    private static String withWords(String svg, Figure figure) {
        int begin = svg.indexOf('>', svg.indexOf("<svg")) + 1;
        return svg.substring(0, begin) + "\n<title>" + escaped(figure.title()) + "</title>\n<desc>"
                + escaped(figure.description() + ". " + figure.aggregation()) + " Source: " + escaped(figure.source())
                + "</desc>" + svg.substring(begin) + "\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
