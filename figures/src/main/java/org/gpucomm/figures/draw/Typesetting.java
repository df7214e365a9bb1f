package org.gpucomm.figures.draw;

import org.gpucomm.figures.chart.Look;
import org.gpucomm.figures.chart.Style;

/** Fonts and sizes of the texts of one figure, at its resolution. */
record Typesetting(Theme theme, double point) {

    static Typesetting of(Style style, Look look, double point) {
        return new Typesetting(Theme.of(style, look), point);
    }

    Letters heading() {
        return theme.boxed() ? regular(theme.heading()) : bold(theme.heading());
    }

    Letters panelTitle() {
        return theme.boxed() ? regular(theme.panelTitle()) : bold(theme.panelTitle());
    }

    Letters label() {
        return regular(theme.label());
    }

    Letters tick() {
        return regular(theme.tick());
    }

    /** Returns the letters of a legend. A legend outside the frame is a little smaller. */
    Letters legend(boolean beside) {
        return regular(beside ? theme.legend() * 0.9 : theme.legend());
    }

    Letters small() {
        return regular(theme.small()).in(theme.muted());
    }

    Letters source() {
        return regular(theme.small() * 0.87).in(theme.muted());
    }

    double points(double length) {
        return length * point;
    }

    private Letters regular(double size) {
        return new Letters(Typeface.regular(), points(size), theme.ink());
    }

    private Letters bold(double size) {
        return new Letters(Typeface.bold(), points(size), theme.ink());
    }
}
