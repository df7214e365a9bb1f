package org.gpucomm.analysis.series;

import org.jspecify.annotations.Nullable;

/** Quantity along which a curve runs. */
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
