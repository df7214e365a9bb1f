package org.gpucomm.figures.chart;

import java.util.List;

/**
 * Points that differ in one thing, drawn as one line or as bars of one colour.
 *
 * @param name   empty where it goes with the series before it, under that one's name
 * @param points by x, ascending
 * @param gaps   stretches of x without a measurement, across which its line is dotted
 */
public record Series(String name, Ink ink, Stroke line, Marker marker, Band band, List<Point> points,
        List<Extras.Gap> gaps) {

    public Series {
        points = List.copyOf(points);
        gaps = List.copyOf(gaps);
    }

    public Series(String name, Ink ink, Stroke line, Marker marker, Band band, List<Point> points) {
        this(name, ink, line, marker, band, points, List.of());
    }

    /** Line that joins the points. */
    public enum Stroke {
        SOLID,
        DASHED,
        DOTTED,
        /** Long and short dashes by turns. */
        DASH_DOTTED,
        /** Nothing is drawn. */
        NONE
    }

    /** Mark at each measured point. */
    public enum Marker {
        NONE,
        CIRCLE,
        SQUARE,
        DIAMOND,
        TRIANGLE,
        /** A triangle on its tip. */
        WEDGE,
        STAR,
        HOLLOW_CIRCLE,
        HOLLOW_SQUARE;

        public boolean isHollow() {
            return this == HOLLOW_CIRCLE || this == HOLLOW_SQUARE;
        }
    }

    /** Statistic of the rows that a point stands for. */
    public enum Band {
        NONE,
        /** A light bar from the smallest to the largest at each point. */
        MIN_MAX,
        /** A light area from the smallest to the largest along the line. */
        AREA
    }

    /** Whether it shows more of the series before it: it has no name of its own, and stands where that one stands. */
    public boolean goesWithTheLast() {
        return name.isEmpty();
    }

    /** {@code #RRGGBB} on white. */
    public String color() {
        return ink.color();
    }
}
