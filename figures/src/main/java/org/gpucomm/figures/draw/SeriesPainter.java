package org.gpucomm.figures.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

import org.gpucomm.figures.chart.Series.Stroke;
import org.gpucomm.figures.chart.Series.Marker;

/** Strokes and markers of series, the same in plots and legends. */
record SeriesPainter(Canvas canvas, Theme theme) {

    BasicStroke stroke(Stroke line) {
        double width = theme.lineWidth();
        return switch (line) {
            // matplotlib's dash patterns, which are multiples of the line's width.
            case DASHED -> canvas.dashes(width, 3.7 * width, 1.6 * width);
            case DASH_DOTTED -> canvas.dashes(width, 6.4 * width, 1.6 * width, width, 1.6 * width);
            case DOTTED -> canvas.dashes(width, width, 1.65 * width);
            case SOLID, NONE -> new BasicStroke((float) canvas.points(width), BasicStroke.CAP_ROUND,
                    BasicStroke.JOIN_ROUND);
        };
    }

    /** Returns the marker centred on the origin, or an empty shape for no marker. */
    Shape marker(Marker marker) {
        double size = canvas.points(theme.markerSize());
        double half = size / 2;
        return switch (marker) {
            case NONE -> new Path2D.Double();
            case CIRCLE, HOLLOW_CIRCLE -> new Ellipse2D.Double(-half, -half, size, size);
            case SQUARE, HOLLOW_SQUARE -> new Rectangle2D.Double(-half, -half, size, size);
            case DIAMOND -> polygon(half * 1.15, 4, 1);
            case TRIANGLE -> polygon(half * 1.25, 3, 1);
            case WEDGE -> polygon(-half * 1.25, 3, 1);
            case STAR -> polygon(half * 1.35, 10, 0.45);
        };
    }

    Color inside(Marker marker, Color color) {
        return marker.isHollow() ? theme.ground() : color;
    }

    Color edge(Marker marker, Color color) {
        return marker.isHollow() ? color : theme.ground();
    }

    BasicStroke edge(boolean hollow) {
        return canvas.stroke(hollow ? 1.1 : theme.markerEdge());
    }

    /** Returns a circle {@code times} as wide as a marker. */
    Shape circle(double times) {
        double size = times * canvas.points(theme.markerSize());
        return new Ellipse2D.Double(-size / 2, -size / 2, size, size);
    }

    /** Returns two crossing strokes, {@code times} 0.8 as wide as a marker. */
    Shape cross(double times) {
        double arm = times * canvas.points(theme.markerSize()) * 0.4;
        var path = new Path2D.Double();
        path.moveTo(-arm, -arm);
        path.lineTo(arm, arm);
        path.moveTo(-arm, arm);
        path.lineTo(arm, -arm);
        return path;
    }

    /**
     * Returns a polygon around the origin. The first corner is at the top, or at the bottom if the radius is negative.
     *
     * @param inner radius of every second corner, as a share of the radius
     */
    private static Shape polygon(double radius, int corners, double inner) {
        var path = new Path2D.Double();
        for (int i = 0; i < corners; i++) {
            double reach = i % 2 == 0 ? radius : inner * radius;
            double angle = 2 * Math.PI * i / corners;
            double x = reach * Math.sin(angle);
            double y = -reach * Math.cos(angle);
            if (i == 0) {
                path.moveTo(x, y);
            } else {
                path.lineTo(x, y);
            }
        }
        path.closePath();
        return path;
    }
}
