package org.gpucomm.results.format.nccltests;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * The mean of all bus bandwidths of a table, recomputed to check the printed one: they differ if rows were removed or changed. Allows for
 * the rounding of the printed numbers.
 */
final class AverageCheck {

    /** Relative rounding error of {@code %g}, which prints six digits. */
    private static final double SIX_DIGITS = 5e-6;

    private double sum;
    private double rounding;
    private long values;
    private boolean allZero = true;

    /** Adds a bandwidth. @param halfUnit half a unit of the last printed digit */
    void add(double busbw, double halfUnit) {
        sum += busbw;
        rounding += halfUnit;
        values++;
        allZero &= busbw == 0;
    }

    /** Returns whether all bandwidths are 0, as when each program has only one rank; false if there are none. */
    boolean isZero() {
        return allZero && values > 0;
    }

    boolean hasBandwidth() {
        return !allZero;
    }

    /** Returns why {@code printed} is not the mean of the rows; empty if it is the mean, or if there are no rows. */
    Optional<String> differenceFrom(double printed) {
        if (values == 0) {
            return Optional.empty();
        }
        double mean = sum / values;
        double allowed = rounding / values + Math.abs(printed) * SIX_DIGITS + 1e-9;
        return Math.abs(mean - printed) <= allowed
                ? Optional.empty()
                : Optional.of("printed " + rounded(printed) + ", the rows give " + rounded(mean));
    }

    private static String rounded(double value) {
        return new BigDecimal(value, new MathContext(6)).stripTrailingZeros().toPlainString();
    }
}
