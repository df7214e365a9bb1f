package org.gpucomm.figures.chart;

/** Kind of chart. */
public enum ChartKind {
    LINE,
    /** Vertical bars, grouped by x. */
    BAR,
    /** Horizontal bars, grouped by x, the first x on top. */
    BAR_ACROSS,
    /**
     * Heat map: each series is a row, the first on top; x selects the column and y the colour. Names with a {@code /} begin with a node,
     * and lines separate the nodes.
     */
    HEAT;

    public boolean isBar() {
        return this == BAR || this == BAR_ACROSS;
    }

    /** Returns the id in specs and in the HTTP interface, which do not distinguish the direction of bars. */
    public String id() {
        return this == HEAT ? "heat" : isBar() ? "bar" : "line";
    }
}
