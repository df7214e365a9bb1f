package org.gpucomm.figures.chart;

/** Place of the legend. */
public enum Legend {
    NONE,
    /** Box inside the panel. */
    TOP_RIGHT,
    /** Box inside the panel. */
    TOP_LEFT,
    /** Box inside the panel. */
    BOTTOM_RIGHT,
    /** Box inside the panel, halfway up. */
    RIGHT,
    /** Box to the right of the panel, at its top. */
    OUTSIDE,
    /** Name of each series at the right end of its line. */
    ENDS,
    /** Rows above the panels. */
    ABOVE
}
