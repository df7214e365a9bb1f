package org.gpucomm.figures.view;

import org.gpucomm.figures.chart.Hue;
import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.Series.Stroke;
import org.gpucomm.figures.chart.Series.Marker;
import org.jspecify.annotations.Nullable;

/**
 * Colour, line and marker of one curve.
 *
 * @param depth position among ordered values, 0 to 1, which sets the shade; null if unordered
 * @param line  line of the curve unless the curve is dashed
 */
record CurveStyle(Hue hue, @Nullable Double depth, Marker marker, Stroke line) {

    SeriesColor ink() {
        return depth == null ? hue.ink() : SeriesColor.shade(hue, depth);
    }
}
