package org.gpucomm.figures.view;

import org.gpucomm.figures.chart.Hue;
import org.gpucomm.figures.chart.Ink;
import org.gpucomm.figures.chart.Series.Stroke;
import org.gpucomm.figures.chart.Series.Marker;
import org.jspecify.annotations.Nullable;

/**
 * Colour, dash and marker of one curve.
 *
 * @param depth how far along it stands among ordered things, 0 to 1; null for kinds
 * @param line  of a curve that is the first of its siblings
 */
record CurveStyle(Hue hue, @Nullable Double depth, Marker marker, Stroke line) {

    Ink ink() {
        return depth == null ? hue.ink() : Ink.shade(hue, depth);
    }
}
