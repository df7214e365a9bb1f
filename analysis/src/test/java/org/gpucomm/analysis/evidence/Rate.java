package org.gpucomm.analysis.evidence;

import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

import org.apache.commons.statistics.distribution.BetaDistribution;

/** How often something held among draws that each come from a seed of their own. */
public record Rate(long times, long draws) {

    private static final double OUTSIDE = 0.025;

    /** Of this number of seeds, from the first on. */
    public static Rate of(long draws, long firstSeed, LongPredicate holds) {
        return new Rate(LongStream.range(firstSeed, firstSeed + draws).parallel().filter(holds).count(), draws);
    }

    public double share() {
        return times / (double) draws;
    }

    /** Returns the lower end of the interval that holds the true share with 95 % (Clopper and Pearson 1934). */
    public double low() {
        return times == 0 ? 0 : BetaDistribution.of(times, draws - times + 1.0).inverseCumulativeProbability(OUTSIDE);
    }

    /** Returns its upper end. */
    public double high() {
        return times == draws
                ? 1
                : BetaDistribution.of(times + 1.0, draws - times).inverseSurvivalProbability(OUTSIDE);
    }

    /** {@code 3.3}: percent. */
    public String percent() {
        return String.format(Locale.ROOT, "%.1f", 100 * share());
    }

    /** {@code 3.3 % of 400 (1.8 to 5.5)}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f %% of %d (%.1f to %.1f)", 100 * share(), draws, 100 * low(),
                100 * high());
    }
}
