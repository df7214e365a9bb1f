package org.gpucomm.server.series;

import org.jspecify.annotations.Nullable;

/** This enum says what a curve runs along. */
public enum XAxis {
    size("message size", "B"),
    gpus("GPUs", null);

    private final String label;
    private final @Nullable String unit;

    XAxis(String label, @Nullable String unit) {
        this.label = label;
        this.unit = unit;
    }

    String label() {
        return label;
    }

    @Nullable
    String unit() {
        return unit;
    }
}
