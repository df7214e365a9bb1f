package org.gpucomm.figures.draw;

import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Style;

/** Fonts and sizes of the texts of one figure, at its resolution. */
record Typesetting(Theme theme, double point) {

    static Typesetting of(Style style, Background look, double point) {
        return new Typesetting(Theme.of(style, look), point);
    }

    TextStyle heading() {
        return theme.boxed() ? regular(theme.heading()) : bold(theme.heading());
    }

    TextStyle panelTitle() {
        return theme.boxed() ? regular(theme.panelTitle()) : bold(theme.panelTitle());
    }

    TextStyle label() {
        return regular(theme.label());
    }

    TextStyle tick() {
        return regular(theme.tick());
    }

    /** Returns the letters of a legend. A legend outside the frame is a little smaller. */
    TextStyle legend(boolean beside) {
        return regular(beside ? theme.legend() * 0.9 : theme.legend());
    }

    TextStyle small() {
        return regular(theme.small()).in(theme.muted());
    }

    TextStyle source() {
        return regular(theme.small() * 0.87).in(theme.muted());
    }

    double points(double length) {
        return length * point;
    }

    /** Returns the room below a frame for the labels of an axis. */
    double below(Axis axis) {
        return points(theme.tickPad()) + tick().height()
                + (axis.label().isEmpty() ? 0 : points(theme.labelPad()) + label().height());
    }

    private TextStyle regular(double size) {
        return new TextStyle(Typeface.REGULAR, points(size), theme.ink());
    }

    private TextStyle bold(double size) {
        return new TextStyle(Typeface.BOLD, points(size), theme.ink());
    }
}
