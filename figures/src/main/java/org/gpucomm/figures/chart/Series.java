package org.gpucomm.figures.chart;

import java.util.List;

/**
 * Points drawn as one line or as bars of one colour.
 *
 * @param name   name; empty if the series belongs to the previous one
 * @param points points in ascending order of x
 * @param gaps   intervals of x without a measurement, in which the line is dotted
 */
public record Series(String name, SeriesColor ink, Stroke line, Marker marker, Band band, List<Point> points,
        List<Extras.Gap> gaps) {

    public Series {
        points = List.copyOf(points);
        gaps = List.copyOf(gaps);
    }

    public Series(String name, SeriesColor ink, Stroke line, Marker marker, Band band, List<Point> points) {
        this(name, ink, line, marker, band, points, List.of());
    }

    /** Line that joins the points. */
    public enum Stroke {
        SOLID,
        DASHED,
        DOTTED,
        /** Alternating long and short dashes. */
        DASH_DOTTED,
        /** No line. */
        NONE
    }

    /** Mark at each measured point. */
    public enum Marker {
        NONE,
        CIRCLE,
        SQUARE,
        DIAMOND,
        TRIANGLE,
        /** Triangle that points down. */
        WEDGE,
        STAR,
        HOLLOW_CIRCLE,
        HOLLOW_SQUARE;

        public boolean isHollow() {
            return this == HOLLOW_CIRCLE || this == HOLLOW_SQUARE;
        }
    }

    /** Range of the rows behind a point. */
    public enum Band {
        NONE,
        /** Light bar from the minimum to the maximum at each point. */
        MIN_MAX,
        /** Light area from the minimum to the maximum along the line. */
        AREA
    }

    /** Returns whether the series extends the previous one, without a name and at the same offset. */
    public boolean goesWithTheLast() {
        return name.isEmpty();
    }

    /** Returns the colour on white as {@code #rrggbb}. */
    public String color() {
        return ink.color();
    }
}
