package org.gpucomm.runner.rig;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.RankTimes;
import org.jspecify.annotations.Nullable;

/**
 * Times and other measured values of a case.
 *
 * @param micros time of one operation in µs: the mean over the batches, combined over the ranks
 * @param spread times of single iterations; null if not timed
 * @param ranks  {@link Session#measured} of each rank, in order
 */
public record Times(double micros, @Nullable IterationTimes spread, List<double[]> ranks) {

    /** Factor from bytes per µs to 10⁹ bytes per second. */
    private static final double GBPS = 1e-3;
    /** Nine digits: a nanosecond in a second. A double prints up to 17 digits; the last ones are noise. */
    private static final MathContext DIGITS = new MathContext(9);

    /**
     * Returns the outcome of a transfer.
     *
     * @param bytes     number of bytes for algbw; NaN for none
     * @param busFactor ratio of busbw to algbw; NaN for no busbw
     * @param wrong     number of wrong elements; null if not checked
     */
    public Outcome outcome(double bytes, double busFactor, @Nullable Long wrong) {
        double algbw = bytes / micros * GBPS;
        return new Outcome(time(micros), spread == null ? null : time(spread.minUs()),
                spread == null ? null : time(spread.p50Us()), spread == null ? null : time(spread.p99Us()),
                spread == null ? null : time(spread.maxUs()), bandwidth(algbw), bandwidth(algbw * busFactor),
                wrong == null ? null : Decimal.of(wrong), null, null, null,
                spread == null
                        ? NamedValues.NONE
                        : NamedValues.of(RankTimes.SLOWEST, Integer.toString(spread.slowestRank()))
                                .with(RankTimes.SLOWEST_BY, percent(spread.slowestBy())));
    }

    private static String percent(double share) {
        return new BigDecimal(Double.isFinite(share) ? share : 0).setScale(1, RoundingMode.HALF_UP)
                .toPlainString();
    }

    /** Returns the time with significant digits only; null for infinities and NaN. */
    public static @Nullable Micros time(double micros) {
        var number = number(micros);
        return number == null ? null : Micros.of(number);
    }

    /** Returns a bandwidth given in 10⁹ bytes per second; null for infinities and NaN, as from a time of 0. */
    public static @Nullable Bandwidth bandwidth(double gigabytesPerSecond) {
        var number = number(gigabytesPerSecond);
        return number == null ? null : Bandwidth.ofGigabytesPerSecond(number);
    }

    /** Returns the number with significant digits only; null for infinities and NaN. */
    public static @Nullable Decimal number(double value) {
        if (!Double.isFinite(value)) {
            return null;
        }
        return new Decimal(BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString());
    }
}
