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
 * The times of a case and what else was measured of it.
 *
 * @param micros µs of one operation: the mean over the batches, combined over the ranks
 * @param spread of single iterations; null where they were not timed
 * @param ranks  what each rank measured besides times, in order of rank
 */
public record Times(double micros, @Nullable IterationTimes spread, List<double[]> ranks) {

    /** Bytes per µs in 10⁹ bytes per second. */
    private static final double GBPS = 1e-3;
    /** A nanosecond in a second. Doubles would print up to 17 digits, the last of them noise. */
    private static final MathContext DIGITS = new MathContext(9);

    /**
     * Returns the outcome of a transfer.
     *
     * @param bytes     that algorithm bandwidth counts; NaN = there is none
     * @param busFactor of bus to algorithm bandwidth; NaN = there is no bus bandwidth
     * @param wrong     elements; null = not checked
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

    /** Returns the time with the digits that mean something; null for what is no number. */
    public static @Nullable Micros time(double micros) {
        var number = number(micros);
        return number == null ? null : Micros.of(number);
    }

    /** Returns the bandwidth in 10⁹ bytes a second; null for what is no number: one over a time of 0. */
    public static @Nullable Bandwidth bandwidth(double gigabytesPerSecond) {
        var number = number(gigabytesPerSecond);
        return number == null ? null : Bandwidth.ofGigabytesPerSecond(number);
    }

    /** Returns the number with the digits that mean something; null for infinities and NaN. */
    public static @Nullable Decimal number(double value) {
        if (!Double.isFinite(value)) {
            return null;
        }
        return new Decimal(BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString());
    }
}
