package org.gpucomm.figures.draw;

import java.awt.Color;

import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Style;

/**
 * Sizes and colours of a figure. Lengths are points.
 *
 * @param heading    size of the figure's title
 * @param panelTitle size of a panel's title
 * @param label      size of axis labels
 * @param tick       size of tick labels
 * @param legend     size of legends
 * @param small      size of the sentences above and below
 * @param look       light or dark background
 * @param ink        colour of text
 * @param muted      colour of secondary text
 * @param boxed      whether a frame surrounds the panel; if false, the panel has a base line with tick marks
 * @param tickPad    distance from the frame to the tick labels
 * @param labelPad   distance from the tick labels to the axis label
 * @param titlePad   distance from the frame to the baseline of the panel's title
 */
record Theme(Background look, double heading, double panelTitle, double label, double tick, double legend, double small,
        int ink, int muted, int grid, boolean boxed, double gridWidth, double lineWidth, double markerSize,
        double markerEdge, double tickPad, double labelPad, double titlePad) {

    static Theme of(Style style, Background look) {
        boolean dark = look == Background.DARK;
        return switch (style) {
            // Whitegrid style of seaborn over the defaults of matplotlib, as in the study.
            case STUDY -> new Theme(look, 12, 12, 10, 10, 10, 7, dark ? 0xE6E9ED : 0x262626,
                    dark ? 0xE6E9ED : 0x262626, dark ? 0x3A424C : 0xCCCCCC, true, 0.8, 1.5, 6, 0.75, 7, 4, 6);
            case GPUCOMM -> new Theme(look, 12, 9, 8, 7.5, 8, 7.5, dark ? 0xE6E9ED : 0x1F2328,
                    dark ? 0x9AA4B0 : 0x59636E, dark ? 0x2B323B : 0xE4E7EB, false, 0.6, 1.5, 5, 0.8, 5, 4, 8);
        };
    }

    Color ground() {
        return new Color(look == Background.DARK ? 0x14181D : 0xFFFFFF);
    }

    /** Returns the colour of shaded intervals, close to the background. */
    Color shade() {
        return new Color(look == Background.DARK ? 0x20262E : 0xF3F5F7);
    }

    /** Returns the colour of marks for wrong data. */
    Color wrong() {
        return new Color(look == Background.DARK ? 0xFF6B6B : 0xCF222E);
    }

    int rgb(SeriesColor color) {
        return look == Background.DARK ? color.dark() : color.light();
    }

    Color color(SeriesColor color) {
        return new Color(rgb(color));
    }

    /** Returns the colour for letters, with a contrast of at least 4.5 to the background, as WCAG AA asks. */
    int letters(SeriesColor color) {
        return Shades.readable(rgb(color), ground().getRGB());
    }
}
