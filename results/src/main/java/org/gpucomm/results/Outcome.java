package org.gpucomm.results;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of one measured point, as reported; null = the tool printed none. At least a time or a bandwidth is there.
 *
 * @param time       time of one operation (for applications, of the whole run): the tool's headline statistic
 * @param timeMin    over the iterations, as are p50, p99 and max
 * @param algbw      algorithm bandwidth
 * @param busbw      bus bandwidth
 * @param wrong      count of wrong elements; 0 = checked and right, null = not checked
 * @param baseline   Jacobi: the single-GPU time
 * @param speedup    applications: as reported
 * @param efficiency percent of the ideal, as reported: Jacobi's parallel efficiency, Libefaxx's share of the link, OSU's
 *                   overlap of communication with computation
 * @param metrics    what else the tool measured, the unit in the name: {@code rate_Mops}, {@code stddev_us}
 */
public record Outcome(@Nullable Micros time, @Nullable Micros timeMin, @Nullable Micros timeP50,
        @Nullable Micros timeP99, @Nullable Micros timeMax, @Nullable Bandwidth algbw, @Nullable Bandwidth busbw,
        @Nullable Decimal wrong, @Nullable Micros baseline, @Nullable Decimal speedup,
        @Nullable Decimal efficiency, NamedValues metrics) {

    public Outcome {
        if (time == null && timeMin == null && timeP50 == null && timeMax == null && algbw == null && busbw == null) {
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

    /** An outcome without other metrics. */
    public Outcome(@Nullable Micros time, @Nullable Micros timeMin, @Nullable Micros timeP50, @Nullable Micros timeP99,
            @Nullable Micros timeMax, @Nullable Bandwidth algbw, @Nullable Bandwidth busbw, @Nullable Decimal wrong,
            @Nullable Micros baseline, @Nullable Decimal speedup, @Nullable Decimal efficiency) {
        this(time, timeMin, timeP50, timeP99, timeMax, algbw, busbw, wrong, baseline, speedup, efficiency,
                NamedValues.NONE);
    }

    /** Returns what most tools print: a time, bandwidths, and whether the data was right. */
    public static Outcome of(@Nullable Micros time, @Nullable Bandwidth algbw, @Nullable Bandwidth busbw,
            @Nullable Decimal wrong) {
        return new Outcome(time, null, null, null, null, algbw, busbw, wrong, null, null, null);
    }

    /** Returns this outcome with these metrics in place of its own. */
    public Outcome withMetrics(NamedValues others) {
        return new Outcome(time, timeMin, timeP50, timeP99, timeMax, algbw, busbw, wrong, baseline, speedup, efficiency,
                others);
    }
}
