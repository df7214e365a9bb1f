package org.gpucomm.server.figures.draw;

import org.gpucomm.server.figures.chart.Style;

/**
 * The one theme of all figures, in two styles. Lengths are points.
 *
 * @param heading    size of the figure's title
 * @param panelTitle size of a panel's title
 * @param label      size of axis labels
 * @param tick       size of tick labels
 * @param legend     size of legends
 * @param small      size of the sentences above and below
 * @param ink        colour of text
 * @param muted      colour of text that stands back
 * @param boxed      whether a frame goes round the panel; else there is a base line with tick marks
 * @param tickPad    from the frame to the tick labels
 * @param labelPad   from the tick labels to the axis label
 * @param titlePad   from the frame to the base line of the panel's title
 */
record Theme(double heading, double panelTitle, double label, double tick, double legend, double small, int ink,
        int muted, int grid, boolean boxed, double gridWidth, double lineWidth, double markerSize,
        double markerEdge, double tickPad, double labelPad, double titlePad) {

    static Theme of(Style style) {
        return switch (style) {
            // seaborn's whitegrid over matplotlib's defaults, as the study used them.
            case STUDY -> new Theme(12, 12, 10, 10, 10, 7, 0x262626, 0x262626, 0xCCCCCC, true, 0.8, 1.5, 6, 0.75, 7, 4,
                    6);
            case GPUCOMM -> new Theme(12, 9, 8, 7.5, 8, 7.5, 0x1F2328, 0x59636E, 0xE4E7EB, false, 0.6, 1.5, 5, 0.8, 5,
                    4, 8);
        };
    }
}
