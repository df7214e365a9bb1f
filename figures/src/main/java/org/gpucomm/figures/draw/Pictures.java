package org.gpucomm.figures.draw;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.util.Matrix;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Numbers;
import org.jfree.svg.SVGGraphics2D;
import org.jfree.svg.ViewBox;

/** Writer of figures as pictures. The same figure always gives the same bytes, on every machine. */
public final class Pictures {

    private Pictures() {}

    /** Returns a PNG file as wide as the figure's sheet. */
    public static byte[] png(Figure figure, Background look) {
        return new PngRenderer().png(figure, look, figure.sheet().width());
    }

    /** Returns an SVG file. Letters are outlines, so the picture looks the same everywhere. */
    public static String svg(Figure figure, Background look) {
        int width = figure.sheet().width();
        int height = figure.sheet().height();
        var graphics = new SVGGraphics2D(width, height);
        // Without a prefix, JFreeSVG puts the time of day into the names of clip paths.
        graphics.setDefsKeyPrefix(figure.name() + "-" + figure.style().id() + "-");
        graphics.setGeomDoubleConverter(Pictures::tenths);
        new Drawing(figure, look, graphics, width, height).draw();
        var content = graphics.getSVGElement(null, false, new ViewBox(0, 0, width, height), null, null);
        return complete(content, figure);
    }

    /** Returns a PDF file of one page in the sheet's size on paper, made of vector shapes that LaTeX can include. */
    public static byte[] pdf(Figure figure, Background look) {
        try (var document = new PDDocument(); var out = new ByteArrayOutputStream()) {
            // By default, the identifier depends on the time, and each file would differ.
            document.setDocumentId(0L);
            var about = document.getDocumentInformation();
            about.setTitle(figure.title());
            about.setSubject(figure.about() + " Source: " + figure.source());
            about.setCreator("gpucomm");
            draw(document, figure, look);
            document.save(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void draw(PDDocument document, Figure figure, Background look) throws IOException {
        var sheet = figure.sheet();
        float scale = (float) (1 / sheet.point());
        var page = new PDPage(new PDRectangle(sheet.width() * scale, sheet.height() * scale));
        document.addPage(page);
        var graphics = new PdfBoxGraphics2D(document, sheet.width(), sheet.height());
        new Drawing(figure, look, graphics, sheet.width(), sheet.height()).draw();
        graphics.dispose();
        try (var content = new PDPageContentStream(document, page)) {
            content.transform(Matrix.getScaleInstance(scale, scale));
            content.drawForm(graphics.getXFormObject());
        }
    }

    /** Returns the height in pixels of the sheet that the text above and below the panels takes. */
    public static double written(Figure figure) {
        var sheet = figure.sheet();
        var graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        double height = new Drawing(figure, Background.LIGHT, graphics, sheet.width(), sheet.height()).written();
        graphics.dispose();
        return height;
    }

    /** Rounds to a tenth of a pixel of the sheet, 1/3000 inch at 300 dpi, which is finer than visible. */
    private static String tenths(double value) {
        return Numbers.plain(Math.rint(value * 10) / 10);
    }

    static int heightFor(Figure figure, int width) {
        return Math.max(1, (int) Math.round((double) figure.sheet().height() * width / figure.sheet().width()));
    }

    /** Adds the size on paper, the title, and the description and source for screen readers. */
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
