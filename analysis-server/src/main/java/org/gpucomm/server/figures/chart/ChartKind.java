package org.gpucomm.server.figures.chart;

/** How points are drawn. */
public enum ChartKind {
    LINE,
    /** Upright, grouped by x. */
    BAR,
    /** Lying, grouped by x, the first x on top. */
    BAR_ACROSS;

    public boolean isBar() {
        return this != LINE;
    }
}
