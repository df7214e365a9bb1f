package org.gpucomm.server.figures.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

import org.gpucomm.server.figures.chart.Series.Line;
import org.gpucomm.server.figures.chart.Series.Marker;

/** Strokes and markers of series: the same in plots and legends. */
record Pen(Canvas canvas, Theme theme) {

    BasicStroke stroke(Line line) {
        double width = theme.lineWidth();
        return switch (line) {
            // matplotlib's dash patterns, which are multiples of the line's width.
            case DASHED -> canvas.dashes(width, 3.7 * width, 1.6 * width);
            case DOTTED -> canvas.dashes(width, width, 1.65 * width);
            case SOLID, NONE -> new BasicStroke((float) canvas.points(width), BasicStroke.CAP_ROUND,
                    BasicStroke.JOIN_ROUND);
        };
    }

    /** Round the origin; empty for no marker. */
    Shape marker(Marker marker) {
        double size = canvas.points(theme.markerSize());
        double half = size / 2;
        return switch (marker) {
            case NONE -> new Path2D.Double();
            case CIRCLE, HOLLOW_CIRCLE -> new Ellipse2D.Double(-half, -half, size, size);
            case SQUARE, HOLLOW_SQUARE -> new Rectangle2D.Double(-half, -half, size, size);
            case DIAMOND -> diamond(half * 1.15);
        };
    }

    Color inside(Marker marker, Color color) {
        return marker.isHollow() ? Color.WHITE : color;
    }

    Color edge(Marker marker, Color color) {
        return marker.isHollow() ? color : Color.WHITE;
    }

    BasicStroke edge(Marker marker) {
        return canvas.stroke(marker.isHollow() ? 1.1 : theme.markerEdge());
    }

    private static Shape diamond(double half) {
        var path = new Path2D.Double();
        path.moveTo(0, -half);
        path.lineTo(half, 0);
        path.lineTo(0, half);
        path.lineTo(-half, 0);
        path.closePath();
        return path;
    }
}
