package org.gpucomm.analysis.identity;

import java.math.BigDecimal;
import java.util.Optional;

import org.gpucomm.results.Measurement;

/**
 * A number that one tool measured besides those of all tools, a named value of the CSV's column {@code metrics}; its unit is in
 * its name.
 *
 * @param value its name in the column: {@code rate_Mops}
 */
public record Reported(String value) implements MeasuredNumber {

    /** What its name begins with in specs, {@value}. */
    public static final String PREFIX = "metrics.";

    @Override
    public String name() {
        return PREFIX + value;
    }

    /** Returns the number; empty too where the value is no number. */
    @Override
    public Optional<BigDecimal> of(Measurement measurement) {
        try {
            return measurement.outcome().metrics().get(value).map(BigDecimal::new);
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }
}
