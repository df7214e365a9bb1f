package org.gpucomm.figures.chart;

/** Place of the names of the series. */
public enum Legend {
    NONE,
    /** In a box inside the panel. */
    TOP_RIGHT,
    /** In a box inside the panel. */
    TOP_LEFT,
    /** In a box inside the panel. */
    BOTTOM_RIGHT,
    /** In a box inside the panel, half way up. */
    RIGHT,
    /** In a box beside the panel, at its top. */
    OUTSIDE,
    /** Each name at the right end of its line. */
    ENDS,
    /** In one row above the panels. */
    ABOVE
}
