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
 * Surface of a figure: pixels, y downwards. Lengths in points become pixels here; upright and level lines are moved onto whole pixels
 * so that they are sharp.
 *
 * @param point  pixels of one point
 * @param ground what letters over lines have as their rim
 */
record Canvas(Graphics2D graphics, double point, Color ground) {

    /** Width of the stroke that gives letters a rim, in points; half of it is visible. */
    private static final double RIM = 2.6;

    double points(double length) {
        return length * point;
    }

    /** Returns a stroke of this many points. */
    BasicStroke stroke(double width) {
        return new BasicStroke((float) points(width), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
    }

    /** Returns a dashed stroke: lengths of ink and of gaps in points. */
    BasicStroke dashes(double width, double... pattern) {
        var pixels = new float[pattern.length];
        for (int i = 0; i < pattern.length; i++) {
            pixels[i] = (float) points(pattern[i]);
        }
        return new BasicStroke((float) points(width), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, pixels, 0);
    }

    /** Returns a stroke for upright and level lines: whole pixels wide. */
    BasicStroke hairline(double width) {
        return new BasicStroke(Math.max(1, (float) Math.floor(points(width))), BasicStroke.CAP_SQUARE,
                BasicStroke.JOIN_MITER);
    }

    /** Where the middle of an upright or level line goes so that its edges lie between pixels. */
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

    /** A line of text; {@code align} says which part of it stands at x. */
    void text(String line, double x, double baseline, Align align, Letters letters) {
        place(line, AffineTransform.getTranslateInstance(x - letters.width(line) * share(align), baseline), letters);
    }

    /** A line of text over lines of the plot: a rim in the colour of the ground keeps it readable. */
    void textOver(String line, double x, double baseline, Align align, Letters letters) {
        var outline = letters.face().outline(line, letters.size());
        outline.transform(
                AffineTransform.getTranslateInstance(x - letters.width(line) * share(align), baseline));
        draw(outline, stroke(RIM), ground);
        fill(outline, new Color(letters.rgb()));
    }

    /** A line of text that reads upwards, its middle at y. */
    void textUpwards(String line, double baseline, double y, Letters letters) {
        var place = AffineTransform.getTranslateInstance(baseline, y + letters.width(line) / 2);
        place.quadrantRotate(-1);
        place(line, place, letters);
    }

    private void place(String line, AffineTransform place, Letters letters) {
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
