package org.gpucomm.analysis.identity;

import java.math.BigDecimal;
import java.util.Optional;

import org.gpucomm.results.Measurement;

/**
 * Number that a single tool prints: a named value of the CSV's column {@code metrics}, with its unit in the name.
 *
 * @param value name in the column: {@code rate_Mops}
 */
public record Reported(String value) implements MeasuredNumber {

    /** Prefix of the name in specs, {@value}. */
    public static final String PREFIX = "metrics.";

    @Override
    public String name() {
        return PREFIX + value;
    }

    /** Returns the number; empty if there is none, or if the value is not a number. */
    @Override
    public Optional<BigDecimal> of(Measurement measurement) {
        try {
            return measurement.outcome().metrics().get(value).map(BigDecimal::new);
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }
}
