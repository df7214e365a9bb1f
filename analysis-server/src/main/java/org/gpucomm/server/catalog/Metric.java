package org.gpucomm.server.catalog;

import org.jspecify.annotations.Nullable;

/** What a curve shows: a column of the table of measurements, and how the grid counts it. */
enum Metric {
    busbw("bus bandwidth", "GB/s"),
    algbw("algorithm bandwidth", "GB/s"),
    time("time", "µs"),
    speedup("speedup", null),
    efficiency("efficiency", "%");

    private final String label;
    private final @Nullable String unit;

    Metric(String label, @Nullable String unit) {
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

    /** Column of {@code measurement}. */
    String column() {
        return switch (this) {
            case busbw -> "busbw_gbps";
            case algbw -> "algbw_gbps";
            case time -> "time_us";
            case speedup -> "speedup";
            case efficiency -> "efficiency_pct";
        };
    }

    /** Whether the numbers of different operations may be compared. */
    boolean comparesOperations() {
        return this != algbw && this != time;
    }
}
