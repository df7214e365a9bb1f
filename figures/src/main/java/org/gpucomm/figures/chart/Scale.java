package org.gpucomm.figures.chart;

import java.util.Locale;

/** Mapping of values to positions. */
public enum Scale {
    LINEAR,
    LOG2,
    LOG10,
    /** One position for each value, at equal distances. */
    CATEGORY;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean isLogarithmic() {
        return this == LOG2 || this == LOG10;
    }
}
