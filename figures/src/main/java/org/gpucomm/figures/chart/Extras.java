package org.gpucomm.figures.chart;

import java.util.List;

/**
 * Parts of a panel other than its series.
 *
 * @param gaps   intervals of x without a measurement, in which lines are dotted
 * @param values whether bars are labelled with their values
 */
public record Extras(List<Reference> references, List<Remark> remarks, List<Shade> shades, List<Tint> tints,
        List<Gap> gaps, boolean values) {

    public static final Extras NONE = new Extras(List.of(), List.of(), List.of(), List.of(), List.of(), false);

    public Extras {
        references = List.copyOf(references);
        remarks = List.copyOf(remarks);
        shades = List.copyOf(shades);
        tints = List.copyOf(tints);
        gaps = List.copyOf(gaps);
    }

    /** Reference line, for example a line rate or an ideal. Straight on the axes as scaled. */
    public sealed interface Reference {

        String label();

        /** Horizontal line. */
        record Level(String label, double y) implements Reference {}

        /** Line from one point to another. */
        record Slope(String label, double x1, double y1, double x2, double y2) implements Reference {}
    }

    /** Text at a point of the panel; {@code \n} begins a new line. */
    public record Remark(String text, double x, double y, Align align) {}

    /** Part of the text that is at the point. */
    public enum Align {
        LEFT,
        CENTER,
        RIGHT
    }

    /** Lightly shaded interval of x. */
    public record Shade(double from, double to, String label) {}

    /** Light tint between two series where the first is above the second. */
    public record Tint(String above, String below) {}

    /** Interval of x. */
    public record Gap(double from, double to) {}
}
