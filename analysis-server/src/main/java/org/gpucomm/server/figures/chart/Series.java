package org.gpucomm.server.figures.chart;

import java.util.List;

/**
 * Points that differ in one thing, drawn as one line or as bars of one colour.
 *
 * @param rgb    0xRRGGBB
 * @param points by x, ascending
 */
public record Series(String name, int rgb, Line line, Marker marker, Band band, List<Point> points) {

    public Series {
        points = List.copyOf(points);
    }

    /** How the points are joined. */
    public enum Line {
        SOLID,
        DASHED,
        DOTTED,
        /** Not at all. */
        NONE
    }

    /** What stands at each measured point. */
    public enum Marker {
        NONE,
        CIRCLE,
        SQUARE,
        DIAMOND,
        HOLLOW_CIRCLE,
        HOLLOW_SQUARE;

        public boolean isHollow() {
            return this == HOLLOW_CIRCLE || this == HOLLOW_SQUARE;
        }
    }

    /** What is shown of the rows that a point is the mean of. */
    public enum Band {
        NONE,
        /** A light bar from the smallest to the largest at each point. */
        MIN_MAX
    }

    /** {@code #RRGGBB}. */
    public String color() {
        return "#" + Integer.toHexString(0x1000000 | rgb).substring(1);
    }
}
