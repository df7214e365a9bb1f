package org.gpucomm.server.analysis.next;

import org.apache.commons.statistics.distribution.TDistribution;

/** How often two settings must be measured, in turns, so that a t-test tells them apart. */
final class Repetitions {

    /** A question that takes more is one of the machine's noise. */
    static final int MOST = 30;
    /** Where no repetition has shown the noise: so many show it. */
    private static final int PILOT = 10;
    private static final int FEWEST = 3;
    private static final double FALSE_ALARM = 0.05;
    private static final double POWER = 0.9;

    private Repetitions() {}

    /**
     * Returns the least n, or {@link #MOST} + 1 where that does not do, for which Welch's test at the level of 5 % over all places (Bonferroni) finds the effect in 90 of
     * 100 plans: effect ≥ (t(1 − 0.05/2/places) + t(0.9)) · noise · √(2/n), both quantiles of 2n − 2 degrees of freedom.
     *
     * @param effect difference of the logarithms of the times
     * @param noise  of the logarithm of one time
     * @param places how many sizes are judged at once
     */
    static int toDecide(double effect, SeenNoise noise, int places) {
        int most = noise.isSeen() ? MOST : PILOT;
        for (int n = FEWEST; n <= most; n++) {
            var t = TDistribution.of(2.0 * n - 2);
            double seen = (t.inverseSurvivalProbability(FALSE_ALARM / 2 / Math.max(1, places))
                    + t.inverseSurvivalProbability(1 - POWER)) * noise.deviation() * Math.sqrt(2.0 / n);
            if (effect >= seen) {
                return n;
            }
        }
        return noise.isSeen() ? MOST + 1 : PILOT;
    }
}
