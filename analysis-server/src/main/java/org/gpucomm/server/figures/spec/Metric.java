package org.gpucomm.server.figures.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.yaml.YamlMap;
import org.jspecify.annotations.Nullable;

/** What is drawn upwards. The first unit of each is the one that the canonical CSV holds. */
enum Metric {
    ALGBW(bandwidth(m -> m.outcome().algbw()), Unit.GBPS, Unit.GBITPS),
    BUSBW(bandwidth(m -> m.outcome().busbw()), Unit.GBPS, Unit.GBITPS),
    TIME(micros(m -> m.outcome().time()), Unit.US, Unit.MS, Unit.S),
    TIME_MIN(micros(m -> m.outcome().timeMin()), Unit.US, Unit.MS, Unit.S),
    TIME_P50(micros(m -> m.outcome().timeP50()), Unit.US, Unit.MS, Unit.S),
    TIME_P99(micros(m -> m.outcome().timeP99()), Unit.US, Unit.MS, Unit.S),
    TIME_MAX(micros(m -> m.outcome().timeMax()), Unit.US, Unit.MS, Unit.S),
    SPEEDUP(decimal(m -> m.outcome().speedup()), Unit.TIMES),
    EFFICIENCY(decimal(m -> m.outcome().efficiency()), Unit.PERCENT),
    /** Derived: time - baseline / ranks, what an application spends on anything but its share of the work. */
    TIME_ABOVE_IDEAL(Metric::timeAboveIdeal, Unit.US, Unit.MS, Unit.S);

    private final Function<Measurement, @Nullable BigDecimal> value;
    private final List<Unit> units;

    Metric(Function<Measurement, @Nullable BigDecimal> value, Unit... units) {
        this.value = value;
        this.units = List.of(units);
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Metric of(YamlMap section, String key) {
        return section.parse(key, text -> Arrays.stream(values()).filter(m -> m.id().equals(text)).findFirst(),
                Arrays.stream(values()).map(Metric::id).toList());
    }

    Unit unit(YamlMap section, String key) {
        return section.oneOf(key, units, Unit::written, units.getFirst());
    }

    /** In this unit, without rounding on the way; empty if the row has none. */
    Optional<Double> of(Measurement row, Unit unit) {
        return Optional.ofNullable(value.apply(row)).map(unit::from).map(BigDecimal::doubleValue);
    }

    /** Units as specs write them. */
    enum Unit {
        GBPS("GB/s", v -> v),
        GBITPS("Gb/s", v -> v.multiply(BigDecimal.valueOf(8))),
        US("us", v -> v),
        MS("ms", v -> v.scaleByPowerOfTen(-3)),
        S("s", v -> v.scaleByPowerOfTen(-6)),
        TIMES("x", v -> v),
        PERCENT("%", v -> v);

        private final String written;
        private final Function<BigDecimal, BigDecimal> conversion;

        Unit(String written, Function<BigDecimal, BigDecimal> conversion) {
            this.written = written;
            this.conversion = conversion;
        }

        String written() {
            return written;
        }

        /** For people. */
        String shown() {
            return this == US ? "µs" : written;
        }

        BigDecimal from(BigDecimal canonical) {
            return conversion.apply(canonical);
        }
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
