package org.gpucomm.figures.chart;

/** Way to draw points. */
public enum ChartKind {
    LINE,
    /** Upright, grouped by x. */
    BAR,
    /** Lying, grouped by x, the first x on top. */
    BAR_ACROSS,
    /**
     * A cell for each pair: each series is a row, the first on top, x its columns, and y is shown by colour. Names with a {@code /}
     * begin with a node; nodes are parted by lines.
     */
    HEAT;

    public boolean isBar() {
        return this == BAR || this == BAR_ACROSS;
    }

    /** Returns how specs and the interface call it in full detail. */
    public String id() {
        return this == HEAT ? "heat" : isBar() ? "bar" : "line";
    }
}
