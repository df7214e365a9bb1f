package org.gpucomm.figures.draw;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.GlyphTable;
import org.apache.fontbox.ttf.HorizontalMetricsTable;
import org.apache.fontbox.ttf.KerningSubtable;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/**
 * TrueType font, read by FontBox: outlines, widths and kerning of a line of Latin or Greek text, without hinting. Java's own font
 * rendering is not used: it needs fontconfig and installed fonts, and differs between releases. Thread-safe.
 */
final class Typeface {

    private static final String FOLDER = "/net/sf/jasperreports/fonts/dejavu/";

    /** DejaVu Sans. */
    static final Typeface REGULAR = load("DejaVuSans.ttf");
    /** DejaVu Sans Bold. */
    static final Typeface BOLD = load("DejaVuSans-Bold.ttf");

    private final int unitsPerEm;
    private final CmapLookup glyphs;
    private final GlyphTable shapes;
    private final HorizontalMetricsTable advances;
    private final KerningSubtable kerning;
    private final ConcurrentHashMap<Integer, Path2D> outlines = new ConcurrentHashMap<>();

    private Typeface(TrueTypeFont font) throws IOException {
        unitsPerEm = font.getUnitsPerEm();
        glyphs = font.getUnicodeCmapLookup();
        shapes = font.getGlyph();
        advances = font.getHorizontalMetrics();
        kerning = font.getKerning().getHorizontalKerningSubtable();
    }

    private static Typeface load(String file) {
        try (var in = Objects.requireNonNull(Typeface.class.getResourceAsStream(FOLDER + file),
                () -> file + " is not on the class path; it comes with jasperreports-fonts")) {
            return new Typeface(new TTFParser().parse(new RandomAccessReadBuffer(in)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the width of a line of text in letters of this size. */
    double width(String text, double size) {
        double units = 0;
        int previous = -1;
        for (int i = 0; i < text.length(); i++) {
            int glyph = glyphs.getGlyphId(text.charAt(i));
            units += kerning(previous, glyph) + advances.getAdvanceWidth(glyph);
            previous = glyph;
        }
        return units * size / unitsPerEm;
    }

    /** Returns the outline of a line of text. Its baseline begins at the origin; y points downwards. */
    Path2D outline(String text, double size) {
        var line = new Path2D.Double(Path2D.WIND_NON_ZERO);
        double scale = size / unitsPerEm;
        double x = 0;
        int previous = -1;
        for (int i = 0; i < text.length(); i++) {
            int glyph = glyphs.getGlyphId(text.charAt(i));
            x += kerning(previous, glyph);
            var place = new AffineTransform(scale, 0, 0, -scale, x * scale, 0);
            line.append(outline(glyph).getPathIterator(place), false);
            x += advances.getAdvanceWidth(glyph);
            previous = glyph;
        }
        return line;
    }

    /** Returns the kerning between two glyphs. {@code previous} is -1 for the first glyph of a line. */
    private int kerning(int previous, int glyph) {
        return previous < 0 ? 0 : kerning.getKerning(previous, glyph);
    }

    private Shape outline(int glyph) {
        return outlines.computeIfAbsent(glyph, wanted -> {
            try {
                return shapes.getGlyph(wanted).getPath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

}
