package org.gpucomm.figures.draw;

import java.awt.image.BufferedImage;

import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Look;
import org.gpucomm.figures.chart.Numbers;
import org.jfree.svg.SVGGraphics2D;
import org.jfree.svg.ViewBox;

/** Picture formats of a figure. The files are the same bytes for the same figure, always and everywhere. */
public final class Pictures {

    private Pictures() {}

    /** Returns a PNG file with the width of the figure's sheet. */
    public static byte[] png(Figure figure, Look look) {
        return new PngRenderer().png(figure, look, figure.sheet().width());
    }

    /** Returns an SVG file. Its letters are outlines, so that it looks the same wherever it is shown. */
    public static String svg(Figure figure, Look look) {
        int width = figure.sheet().width();
        int height = figure.sheet().height();
        var graphics = new SVGGraphics2D(width, height);
        // Without a prefix of its own JFreeSVG takes the time of day into the names of its clips.
        graphics.setDefsKeyPrefix(figure.name() + "-" + figure.style().id() + "-");
        graphics.setGeomDoubleConverter(Pictures::tenths);
        new Drawing(figure, look, graphics, width, height).draw();
        var content = graphics.getSVGElement(null, false, new ViewBox(0, 0, width, height), null, null);
        return complete(content, figure);
    }

    /** Returns a PDF file of one page, as large on paper as the figure's sheet. Its letters are outlines too. */
    public static byte[] pdf(Figure figure, Look look) {
        return Pdf.of(figure, look);
    }

    /** Returns how many of the sheet's pixels are taken by what is written above and below the panels. */
    public static double written(Figure figure) {
        var sheet = figure.sheet();
        var graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        double height = new Drawing(figure, Look.LIGHT, graphics, sheet.width(), sheet.height()).written();
        graphics.dispose();
        return height;
    }

    /** A tenth of a pixel of the sheet, 1/3000 inch, is finer than anybody sees. */
    private static String tenths(double value) {
        return Numbers.plain(Math.rint(value * 10) / 10);
    }

    static int heightFor(Figure figure, int width) {
        return Math.max(1, (int) Math.round((double) figure.sheet().height() * width / figure.sheet().width()));
    }

    /** With its size on paper, title and description for screen readers, and where the numbers come from. */
    private static String complete(String svg, Figure figure) {
        int begin = svg.indexOf('>', svg.indexOf("<svg"));
        var sheet = figure.sheet();
        return svg.substring(0, begin) + " width='" + tenths(sheet.width() / sheet.point()) + "pt' height='"
                + tenths(sheet.height() / sheet.point()) + "pt' role='img'>\n<title>" + escaped(figure.title())
                + "</title>\n<desc>" + escaped(figure.about()) + " Source: " + escaped(figure.source()) + "</desc>"
                + svg.substring(begin + 1) + "\n";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
