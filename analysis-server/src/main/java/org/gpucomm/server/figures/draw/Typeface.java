package org.gpucomm.server.figures.draw;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TrueType font, read as far as setting a line of Latin or Greek text needs it: outlines, widths and kerning, without
 * hints. Java's own font machinery is left alone: it needs fontconfig and fonts on the machine, and rasterises
 * differently from one release to the next. Safe for threads.
 */
final class Typeface {

    private static final String FOLDER = "/net/sf/jasperreports/fonts/dejavu/";

    private final TrueType font;
    private final ConcurrentHashMap<Integer, Path2D> outlines = new ConcurrentHashMap<>();

    private Typeface(TrueType font) {
        this.font = font;
    }

    /** DejaVu Sans. */
    static Typeface regular() {
        return Regular.FACE;
    }

    /** DejaVu Sans Bold. */
    static Typeface bold() {
        return Bold.FACE;
    }

    private static Typeface load(String file) {
        try (var in = Objects.requireNonNull(Typeface.class.getResourceAsStream(FOLDER + file),
                () -> file + " is not on the class path; it comes with jasperreports-fonts")) {
            return new Typeface(new TrueType(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Width of a line of text whose letters have this size. */
    double width(String text, double size) {
        double units = 0;
        int previous = -1;
        for (int i = 0; i < text.length(); i++) {
            int glyph = font.glyph(text.charAt(i));
            units += font.advance(glyph) + (previous < 0 ? 0 : font.kerning(previous, glyph));
            previous = glyph;
        }
        return units * size / font.unitsPerEm();
    }

    /** The letters of a line of text, its base line beginning at the origin, y downwards. */
    Path2D outline(String text, double size) {
        var line = new Path2D.Double(Path2D.WIND_NON_ZERO);
        double scale = size / font.unitsPerEm();
        double x = 0;
        int previous = -1;
        for (int i = 0; i < text.length(); i++) {
            int glyph = font.glyph(text.charAt(i));
            x += previous < 0 ? 0 : font.kerning(previous, glyph);
            var place = new AffineTransform(scale, 0, 0, -scale, x * scale, 0);
            line.append(outline(glyph).getPathIterator(place), false);
            x += font.advance(glyph);
            previous = glyph;
        }
        return line;
    }

    private Shape outline(int glyph) {
        return outlines.computeIfAbsent(glyph, font::outline);
    }

    private static final class Regular {
        private static final Typeface FACE = load("DejaVuSans.ttf");
    }

    private static final class Bold {
        private static final Typeface FACE = load("DejaVuSans-Bold.ttf");
    }
}
