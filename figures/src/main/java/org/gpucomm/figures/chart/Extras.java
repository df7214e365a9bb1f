package org.gpucomm.figures.chart;

import java.util.List;

/**
 * Parts of a panel beside its series.
 *
 * @param gaps   stretches of x without a measurement, across which lines are dotted
 * @param values whether bars carry their numbers
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

    /** A line to compare with: a line rate, an ideal. Straight on the axes as they are scaled. */
    public sealed interface Reference {

        String label();

        /** The same y everywhere. */
        record Level(String label, double y) implements Reference {}

        /** A line from one point to another. */
        record Slope(String label, double x1, double y1, double x2, double y2) implements Reference {}
    }

    /** Words at a point of the panel; {@code \n} begins a line. */
    public record Remark(String text, double x, double y, Align align) {}

    /** Part of the words that stands at the point. */
    public enum Align {
        LEFT,
        CENTER,
        RIGHT
    }

    /** A lightly shaded stretch of x. */
    public record Shade(double from, double to, String label) {}

    /** A light tint between two series where the first is above the second. */
    public record Tint(String above, String below) {}

    /** A stretch of x. */
    public record Gap(double from, double to) {}
}
