package org.gpucomm.analysis.identity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.jspecify.annotations.Nullable;

/** Number that all tools may print, or that follows from their output. */
public enum Metric implements MeasuredNumber {
    busbw("bus bandwidth", "GB/s", bandwidth(m -> m.outcome().busbw())),
    algbw("algorithm bandwidth", "GB/s", bandwidth(m -> m.outcome().algbw())),
    time("time", "µs", micros(m -> m.outcome().time())),
    speedup("speedup", null, decimal(m -> m.outcome().speedup())),
    efficiency("efficiency", "%", decimal(m -> m.outcome().efficiency())),
    time_min("shortest time", "µs", micros(m -> m.outcome().timeMin())),
    time_p50("median time", "µs", micros(m -> m.outcome().timeP50())),
    time_p99("99th percentile of time", "µs", micros(m -> m.outcome().timeP99())),
    time_max("longest time", "µs", micros(m -> m.outcome().timeMax())),
    /** Derived: time - baseline / ranks, the time that an application spends on anything but its share of the work. */
    time_above_ideal("time above ideal", "µs", Metric::timeAboveIdeal);

    /** First constants, in their order. */
    private static final List<Metric> STORED = List.of(busbw, algbw, time, speedup, efficiency);

    private final String label;
    private final @Nullable String unit;
    private final Function<Measurement, @Nullable BigDecimal> value;

    Metric(String label, @Nullable String unit, Function<Measurement, @Nullable BigDecimal> value) {
        this.label = label;
        this.unit = unit;
        this.value = value;
    }

    public static Optional<Metric> named(String name) {
        return Arrays.stream(values()).filter(metric -> metric.name().equals(name)).findFirst();
    }

    /** Returns the metrics of curves over stored runs. */
    public static List<Metric> stored() {
        return STORED;
    }

    public String label() {
        return label;
    }

    /** Returns the unit, or null if there is none. */
    public @Nullable String unit() {
        return unit;
    }

    @Override
    public Optional<BigDecimal> of(Measurement measurement) {
        return Optional.ofNullable(value.apply(measurement));
    }

    /** Returns whether values of different operations are comparable. */
    public boolean comparesOperations() {
        return this == busbw || this == speedup || this == efficiency;
    }

    /** Returns whether less is better. */
    public boolean isTime() {
        return "µs".equals(unit);
    }

    private static Function<Measurement, @Nullable BigDecimal> bandwidth(
            Function<Measurement, @Nullable Bandwidth> field) {
        return row -> {
            var bandwidth = field.apply(row);
            return bandwidth == null ? null : bandwidth.gigabytesPerSecond().toBigDecimal();
        };
    }

    private static Function<Measurement, @Nullable BigDecimal> micros(Function<Measurement, @Nullable Micros> field) {
        return row -> {
            var time = field.apply(row);
            return time == null ? null : time.value().toBigDecimal();
        };
    }

    private static Function<Measurement, @Nullable BigDecimal> decimal(
            Function<Measurement, @Nullable Decimal> field) {
        return row -> {
            var value = field.apply(row);
            return value == null ? null : value.toBigDecimal();
        };
    }

    private static @Nullable BigDecimal timeAboveIdeal(Measurement row) {
        var time = row.outcome().time();
        var baseline = row.outcome().baseline();
        var ranks = row.platform().ranks();
        if (time == null || baseline == null || ranks == null) {
            return null;
        }
        var ideal = baseline.value().toBigDecimal().divide(BigDecimal.valueOf(ranks), MathContext.DECIMAL64);
        return time.value().toBigDecimal().subtract(ideal);
    }
}
