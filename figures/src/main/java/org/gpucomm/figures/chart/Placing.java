package org.gpucomm.figures.chart;

import org.jspecify.annotations.Nullable;

/**
 * Place of a panel.
 *
 * @param frame its frame on the sheet; null = the grid decides
 * @param span  columns of the grid that it takes
 */
public record Placing(@Nullable PanelFrame frame, int span, Legend legend) {

    /** Pixels of the sheet, from its upper left corner to the middle of the frame's lines. */
    public record PanelFrame(double left, double top, double right, double bottom) {

        public PanelFrame {
            if (left >= right || top >= bottom) {
                throw new IllegalArgumentException("left must be less than right and top less than bottom");
            }
        }
    }
}
