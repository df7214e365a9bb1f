package org.gpucomm.figures.chart;

/** Mapping of values to positions. */
public enum Scale implements Identified {
    LINEAR,
    LOG2,
    LOG10,
    /** One position for each value, at equal distances. */
    CATEGORY;

    public boolean isLogarithmic() {
        return this == LOG2 || this == LOG10;
    }
}
