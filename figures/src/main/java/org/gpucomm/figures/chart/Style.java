package org.gpucomm.figures.chart;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Look of a figure. */
public enum Style {
    /** gpucomm's own: log₂ axes, bandwidth from zero, what is aggregated stated in the picture. */
    GPUCOMM,
    /** As the EFA study drew its figures, so that a reader recognises them. */
    STUDY;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Style> ofId(String id) {
        return Arrays.stream(values()).filter(style -> style.id().equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(Style::id).toList();
    }
}
