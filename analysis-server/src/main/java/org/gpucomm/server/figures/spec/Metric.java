package org.gpucomm.server.figures.spec;

import static org.gpucomm.server.series.Metric.algbw;
import static org.gpucomm.server.series.Metric.busbw;
import static org.gpucomm.server.series.Metric.efficiency;
import static org.gpucomm.server.series.Metric.speedup;
import static org.gpucomm.server.series.Metric.time;
import static org.gpucomm.server.series.Metric.time_above_ideal;
import static org.gpucomm.server.series.Metric.time_max;
import static org.gpucomm.server.series.Metric.time_min;
import static org.gpucomm.server.series.Metric.time_p50;
import static org.gpucomm.server.series.Metric.time_p99;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.yaml.YamlMap;

/** What is drawn upwards: a number of all curves, in the units of specs. The first unit of each is the one that the canonical CSV holds. */
enum Metric {
    ALGBW(algbw::of, Unit.GBPS, Unit.GBITPS),
    BUSBW(busbw::of, Unit.GBPS, Unit.GBITPS),
    TIME(time::of, Unit.US, Unit.MS, Unit.S),
    TIME_MIN(time_min::of, Unit.US, Unit.MS, Unit.S),
    TIME_P50(time_p50::of, Unit.US, Unit.MS, Unit.S),
    TIME_P99(time_p99::of, Unit.US, Unit.MS, Unit.S),
    TIME_MAX(time_max::of, Unit.US, Unit.MS, Unit.S),
    SPEEDUP(speedup::of, Unit.TIMES),
    EFFICIENCY(efficiency::of, Unit.PERCENT),
    /** Derived: time - baseline / ranks, what an application spends on anything but its share of the work. */
    TIME_ABOVE_IDEAL(time_above_ideal::of, Unit.US, Unit.MS, Unit.S);

    private final Function<Measurement, Optional<BigDecimal>> value;
    private final List<Unit> units;

    Metric(Function<Measurement, Optional<BigDecimal>> value, Unit... units) {
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

    /** Returns the number of a row in a unit, converted without rounding; empty if the row has none. */
    Optional<Double> of(Measurement row, Unit unit) {
        return value.apply(row).map(unit::from).map(BigDecimal::doubleValue);
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

        /** Returns the unit as pictures show it: {@code µs} where specs write {@code us}. */
        String shown() {
            return this == US ? "µs" : written;
        }

        BigDecimal from(BigDecimal canonical) {
            return conversion.apply(canonical);
        }
    }
}
