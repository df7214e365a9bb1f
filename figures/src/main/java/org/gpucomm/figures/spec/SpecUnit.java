package org.gpucomm.figures.spec;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.analysis.identity.MeasuredNumber;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.Reported;

/** Unit of the numbers of a metric, as specs write it. */
enum SpecUnit {
    GBPS("GB/s", v -> v),
    GBITPS("Gb/s", v -> v.multiply(BigDecimal.valueOf(8))),
    US("us", v -> v),
    MS("ms", v -> v.scaleByPowerOfTen(-3)),
    S("s", v -> v.scaleByPowerOfTen(-6)),
    TIMES("x", v -> v),
    PERCENT("%", v -> v),
    /** Unit of a reported metric, which is part of the metric's name. */
    REPORTED("", v -> v);

    private final String written;
    private final Function<BigDecimal, BigDecimal> conversion;

    SpecUnit(String written, Function<BigDecimal, BigDecimal> conversion) {
        this.written = written;
        this.conversion = conversion;
    }

    /** Reads the metric that a spec names. */
    static MeasuredNumber metric(YamlMap section, String key) {
        return section.parse(key, SpecUnit::named,
                Stream.concat(Stream.of(Metric.values()).map(Metric::name), Stream.of(Reported.PREFIX + "NAME"))
                        .toList());
    }

    private static Optional<MeasuredNumber> named(String text) {
        return text.startsWith(Reported.PREFIX)
                ? Optional.of(new Reported(text.substring(Reported.PREFIX.length())))
                : Metric.named(text).map(MeasuredNumber.class::cast);
    }

    /** Reads the unit for a metric. The default is the unit in the canonical CSV. */
    static SpecUnit of(MeasuredNumber metric, YamlMap section, String key) {
        var units = of(metric);
        return section.oneOf(key, units, unit -> unit.written, units.getFirst());
    }

    private static List<SpecUnit> of(MeasuredNumber measured) {
        return switch (measured) {
            case Reported _ -> List.of(REPORTED);
            case Metric metric when metric.isTime() -> List.of(US, MS, S);
            case Metric metric when "GB/s".equals(metric.unit()) -> List.of(GBPS, GBITPS);
            case Metric metric -> List.of(metric.unit() == null ? TIMES : PERCENT);
        };
    }

    /** Returns the unit as figures show it, for example {@code µs} for {@code us}. */
    String shown() {
        return this == US ? "µs" : written;
    }

    /** Returns the value of a row in this unit, converted without rounding; empty if the row has none. */
    Optional<Double> of(MeasuredNumber metric, Measurement row) {
        return metric.of(row).map(conversion).map(BigDecimal::doubleValue);
    }
}
