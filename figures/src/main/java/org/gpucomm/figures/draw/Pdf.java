package org.gpucomm.figures.draw;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;

import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.util.Matrix;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;

/** Writer of a figure as a PDF file: one page in the size on paper, made of vector shapes that LaTeX can include. */
final class Pdf {

    private Pdf() {}

    static byte[] of(Figure figure, Background look) {
        try (var document = new PDDocument(); var out = new ByteArrayOutputStream()) {
            // By default, the identifier depends on the time, and each file would differ.
            document.setDocumentId(0L);
            describe(document, figure);
            draw(document, figure, look);
            document.save(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void describe(PDDocument document, Figure figure) {
        var about = document.getDocumentInformation();
        about.setTitle(figure.title());
        about.setSubject(figure.about() + " Source: " + figure.source());
        about.setCreator("gpucomm");
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
}
