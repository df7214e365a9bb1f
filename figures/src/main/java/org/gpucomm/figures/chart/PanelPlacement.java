package org.gpucomm.figures.chart;

import org.jspecify.annotations.Nullable;

/**
 * Place of a panel and of its legend.
 *
 * @param frame frame on the sheet; null if the grid decides
 * @param span  number of columns of the grid that the panel takes
 */
public record PanelPlacement(@Nullable PanelFrame frame, int span, Legend legend) {

    /** Frame in pixels of the sheet, from the upper left corner to the middle of the frame's lines. */
    public record PanelFrame(double left, double top, double right, double bottom) {

        public PanelFrame {
            if (left >= right || top >= bottom) {
                throw new IllegalArgumentException("left must be less than right and top less than bottom");
            }
        }
    }
}
