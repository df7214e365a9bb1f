package org.gpucomm.figures.chart;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Style of a figure. */
public enum Style {
    /** Style of gpucomm: log₂ axes, bandwidth from zero, a sentence about the aggregation in the picture. */
    GPUCOMM,
    /** Style of the figures in the EFA study, so that readers recognise them. */
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
