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
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.yaml.YamlMap;

/**
 * What is drawn upwards: a number of all curves, or one that a tool measured besides ({@code metrics.rate_Mops}), in the units of
 * specs. The first unit of each is the one that the canonical CSV holds.
 */
record Metric(String id, Function<Measurement, Optional<BigDecimal>> value, List<Unit> units) {

    private static final String REPORTED = "metrics.";

    private static final List<Metric> OF_ALL_TOOLS = List.of(bandwidth(algbw), bandwidth(busbw), micros(time),
            micros(time_min), micros(time_p50), micros(time_p99), micros(time_max),
            new Metric(speedup.name(), speedup::of, List.of(Unit.TIMES)),
            new Metric(efficiency.name(), efficiency::of, List.of(Unit.PERCENT)), micros(time_above_ideal));

    private static Metric bandwidth(org.gpucomm.server.series.Metric metric) {
        return new Metric(metric.name(), metric::of, List.of(Unit.GBPS, Unit.GBITPS));
    }

    private static Metric micros(org.gpucomm.server.series.Metric metric) {
        return new Metric(metric.name(), metric::of, List.of(Unit.US, Unit.MS, Unit.S));
    }

    static Metric of(YamlMap section, String key) {
        return section.parse(key, Metric::named,
                Stream.concat(OF_ALL_TOOLS.stream().map(Metric::id), Stream.of(REPORTED + "NAME")).toList());
    }

    private static Optional<Metric> named(String text) {
        if (text.startsWith(REPORTED)) {
            var name = text.substring(REPORTED.length());
            return Optional.of(new Metric(text, row -> reported(row, name), List.of(Unit.REPORTED)));
        }
        return OF_ALL_TOOLS.stream().filter(metric -> metric.id.equals(text)).findFirst();
    }

    private static Optional<BigDecimal> reported(Measurement row, String name) {
        try {
            return row.outcome().metrics().get(name).map(BigDecimal::new);
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
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
        PERCENT("%", v -> v),
        /** The unit is in the metric's name. */
        REPORTED("", v -> v);

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
