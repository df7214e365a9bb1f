package org.gpucomm.results;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of one measured point, as reported; null if the tool printed none. At least one time or bandwidth is not null.
 *
 * @param time       time of one operation, or of the whole run for applications: the tool's headline statistic
 * @param timeMin    minimum over the iterations; likewise the median, the 99th percentile and the maximum
 * @param algbw      algorithm bandwidth
 * @param busbw      bus bandwidth
 * @param wrong      number of wrong elements; 0 if all were checked and right, null if not checked
 * @param baseline   single-GPU time, for Jacobi
 * @param speedup    speedup as reported, for applications
 * @param efficiency percent of the ideal, as reported: Jacobi's parallel efficiency, Libefaxx's share of the link, OSU's overlap of
 *                   communication with computation
 * @param metrics    other measured values with the unit in the name: {@code rate_Mops}, {@code stddev_us}
 */
public record Outcome(@Nullable Micros time, @Nullable Micros timeMin, @Nullable Micros timeP50,
        @Nullable Micros timeP99, @Nullable Micros timeMax, @Nullable Bandwidth algbw, @Nullable Bandwidth busbw,
        @Nullable Decimal wrong, @Nullable Micros baseline, @Nullable Decimal speedup,
        @Nullable Decimal efficiency, NamedValues metrics) {

    public Outcome {
        if (time == null && timeMin == null && timeP50 == null && timeP99 == null && timeMax == null
                && algbw == null && busbw == null) {
            throw new IllegalArgumentException("neither a time nor a bandwidth");
        }
        for (var each : new Micros[]{time, timeMin, timeP50, timeP99, timeMax, baseline}) {
            if (each != null && each.value().isBelowZero()) {
                throw new IllegalArgumentException("a time cannot be below zero: " + each);
            }
        }
        for (var each : new Bandwidth[]{algbw, busbw}) {
            if (each != null && each.gigabytesPerSecond().isBelowZero()) {
                throw new IllegalArgumentException("a bandwidth cannot be below zero: " + each);
            }
        }
    }

    /** Creates an outcome without other metrics. */
    public Outcome(@Nullable Micros time, @Nullable Micros timeMin, @Nullable Micros timeP50, @Nullable Micros timeP99,
            @Nullable Micros timeMax, @Nullable Bandwidth algbw, @Nullable Bandwidth busbw, @Nullable Decimal wrong,
            @Nullable Micros baseline, @Nullable Decimal speedup, @Nullable Decimal efficiency) {
        this(time, timeMin, timeP50, timeP99, timeMax, algbw, busbw, wrong, baseline, speedup, efficiency,
                NamedValues.NONE);
    }

    /** Returns the outcome that most tools print: a time, bandwidths, and whether the data was right. */
    public static Outcome of(@Nullable Micros time, @Nullable Bandwidth algbw, @Nullable Bandwidth busbw,
            @Nullable Decimal wrong) {
        return new Outcome(time, null, null, null, null, algbw, busbw, wrong, null, null, null);
    }

    /** Returns whether the tool checked the data and found it wrong, so that the numbers are no result. */
    public boolean isWrong() {
        return wrong != null && wrong.doubleValue() > 0;
    }

    /** Returns this outcome with other metrics. */
    public Outcome withMetrics(NamedValues others) {
        return new Outcome(time, timeMin, timeP50, timeP99, timeMax, algbw, busbw, wrong, baseline, speedup, efficiency,
                others);
    }
}
