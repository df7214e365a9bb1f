package org.gpucomm.figures.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;

import org.gpucomm.figures.chart.Extras.Align;

/**
 * Surface of a figure, in pixels with y downwards. Converts lengths from points and aligns horizontal and vertical lines with whole
 * pixels to keep them sharp.
 *
 * @param point  pixels per point
 * @param ground colour of the background, also of the rim around letters drawn over lines
 */
record Canvas(Graphics2D graphics, double point, Color ground) {

    /** Width of the stroke that gives letters a rim, in points. Half of the stroke is visible. */
    private static final double RIM = 2.6;

    double points(double length) {
        return length * point;
    }

    /** Returns a solid stroke. */
    BasicStroke stroke(double width) {
        return new BasicStroke((float) points(width), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
    }

    /** Returns a dashed stroke. The pattern alternates lengths of dashes and gaps in points. */
    BasicStroke dashes(double width, double... pattern) {
        var pixels = new float[pattern.length];
        for (int i = 0; i < pattern.length; i++) {
            pixels[i] = (float) points(pattern[i]);
        }
        return new BasicStroke((float) points(width), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, pixels, 0);
    }

    /** Returns a stroke for horizontal and vertical lines, a whole number of pixels wide. */
    BasicStroke hairline(double width) {
        return new BasicStroke(Math.max(1, (float) Math.floor(points(width))), BasicStroke.CAP_SQUARE,
                BasicStroke.JOIN_MITER);
    }

    /** Returns the centre for a horizontal or vertical line whose edges then lie between pixels. */
    static double sharp(double middle, BasicStroke stroke) {
        return (int) stroke.getLineWidth() % 2 == 0 ? Math.rint(middle) : Math.floor(middle) + 0.5;
    }

    void line(double x1, double y1, double x2, double y2, BasicStroke stroke, Color color) {
        graphics.setStroke(stroke);
        graphics.setColor(color);
        graphics.draw(new Line2D.Double(x1, y1, x2, y2));
    }

    void level(double x1, double x2, double y, BasicStroke stroke, Color color) {
        line(x1, sharp(y, stroke), x2, sharp(y, stroke), stroke, color);
    }

    void upright(double x, double y1, double y2, BasicStroke stroke, Color color) {
        line(sharp(x, stroke), y1, sharp(x, stroke), y2, stroke, color);
    }

    void fill(Shape shape, Color color) {
        graphics.setColor(color);
        graphics.fill(shape);
    }

    void draw(Shape shape, BasicStroke stroke, Color color) {
        graphics.setStroke(stroke);
        graphics.setColor(color);
        graphics.draw(shape);
    }

    void rectangle(double left, double top, double right, double bottom, Color color) {
        fill(new Rectangle2D.Double(left, top, right - left, bottom - top), color);
    }

    /** Writes a line of text. {@code align} selects the part of the line that is at x. */
    void text(String line, double x, double baseline, Align align, TextStyle letters) {
        place(line, AffineTransform.getTranslateInstance(x - letters.width(line) * share(align), baseline), letters);
    }

    /** Writes a line of text over the plot, with a rim in the background colour that keeps the text readable. */
    void textOver(String line, double x, double baseline, Align align, TextStyle letters) {
        var outline = letters.face().outline(line, letters.size());
        outline.transform(
                AffineTransform.getTranslateInstance(x - letters.width(line) * share(align), baseline));
        draw(outline, stroke(RIM), ground);
        fill(outline, new Color(letters.rgb()));
    }

    /** Writes a line of text that reads upwards and is centred at y. */
    void textUpwards(String line, double baseline, double y, TextStyle letters) {
        var place = AffineTransform.getTranslateInstance(baseline, y + letters.width(line) / 2);
        place.quadrantRotate(-1);
        place(line, place, letters);
    }

    private void place(String line, AffineTransform place, TextStyle letters) {
        var outline = letters.face().outline(line, letters.size());
        outline.transform(place);
        fill(outline, new Color(letters.rgb()));
    }

    private static double share(Align align) {
        return switch (align) {
            case LEFT -> 0;
            case CENTER -> 0.5;
            case RIGHT -> 1;
        };
    }
}
