package org.gpucomm.analysis.nextrun;

import org.apache.commons.statistics.distribution.TDistribution;

/** Number of repetitions of two settings in alternation that a t-test needs to separate them. */
public final class RepetitionsNeeded {

    /** Largest number. If more are needed, the machine is too noisy. */
    public static final int MOST = 30;
    /** Number of repetitions that show the noise, if none has shown it yet. */
    private static final int PILOT = 10;
    private static final int FEWEST = 3;
    private static final double FALSE_ALARM = 0.05;
    private static final double POWER = 0.9;

    private RepetitionsNeeded() {}

    /** Returns the number at a level of 5 % over all places. */
    public static int toDecide(double effect, SeenNoise noise, int places) {
        return toDecide(effect, noise, places, FALSE_ALARM);
    }

    /**
     * Returns the smallest n for which Welch's test at a level over all places (Bonferroni) finds the effect in 90 of 100 plans, or
     * {@link #MOST} + 1 if none does: effect ≥ (t(1 − level/2/places) + t(0.9)) · noise · √(2/n), both quantiles of 2n − 2 degrees of
     * freedom.
     *
     * @param effect difference of the logarithms of the times
     * @param noise  noise of the logarithm of one time
     * @param places number of sizes judged together
     * @param level  chance of a false alarm over all of them
     */
    public static int toDecide(double effect, SeenNoise noise, int places, double level) {
        int most = noise.isSeen() ? MOST : PILOT;
        for (int n = FEWEST; n <= most; n++) {
            if (effect >= detectable(n, noise, places, level)) {
                return n;
            }
        }
        return noise.isSeen() ? MOST + 1 : PILOT;
    }

    /** Returns the effect at a level of 5 % over all places. */
    static double detected(int needed, double effect, SeenNoise noise, int places) {
        return detected(needed, effect, noise, places, FALSE_ALARM);
    }

    /**
     * Returns the effect that the number from {@link #toDecide} detects: the given effect, or a larger one if the noise is assumed, since
     * the plan then only has enough repetitions to show the noise.
     */
    static double detected(int needed, double effect, SeenNoise noise, int places, double level) {
        return noise.isSeen() ? effect : Math.max(effect, detectable(needed, noise, places, level));
    }

    /** Returns the effect that n repetitions find in 90 of 100 plans. */
    private static double detectable(int n, SeenNoise noise, int places, double level) {
        var t = TDistribution.of(2.0 * n - 2);
        return (t.inverseSurvivalProbability(level / 2 / Math.max(1, places))
                + t.inverseSurvivalProbability(1 - POWER)) * noise.deviation() * Math.sqrt(2.0 / n);
    }
}
