package org.gpucomm.results.format.nccltests;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import org.gpucomm.results.format.RowWords;

/**
 * The mean of all bus bandwidths of a table, recomputed beside the one that the program prints: they differ where rows were
 * left out or changed. Rounding of what was printed is allowed for.
 */
final class AverageCheck {

    /** {@code %g} prints six digits, of which the last is rounded. */
    private static final double SIX_DIGITS = 5e-6;

    private static final int MOST_CHARACTERS = 16;
    private static final double[] POWERS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
            1e14, 1e15, 1e16};

    private double sum;
    private double rounding;
    private long values;
    private boolean allZero = true;

    /** @param halfUnit half a unit of the last digit printed */
    void add(double busbw, double halfUnit) {
        sum += busbw;
        rounding += halfUnit;
        values++;
        allZero &= busbw == 0;
    }

    /** The same of the decimal number that is word {@code i}. */
    void add(RowWords words, int i) {
        if (words.length(i) <= MOST_CHARACTERS) {
            double unit = POWERS[words.decimals(i)];
            add(words.digits(i) / unit, 0.5 / unit);
        } else {
            var text = new String(words.bytes(), words.from(i), words.length(i), StandardCharsets.US_ASCII);
            var value = new BigDecimal(text);
            add(value.doubleValue(), value.ulp().doubleValue() / 2);
        }
    }

    /** Whether there are bandwidths and all are 0, as when each program has one rank only. */
    boolean isZero() {
        return allZero && values > 0;
    }

    boolean hasBandwidth() {
        return !allZero;
    }

    /** Why {@code printed} is not the mean of the rows; empty if it is, or there are none. */
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
