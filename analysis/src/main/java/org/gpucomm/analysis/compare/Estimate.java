package org.gpucomm.analysis.compare;

/**
 * Estimate of a difference, in logarithms of the ratio of times.
 *
 * @param effect estimate
 * @param low    lower end of the 95 % interval for this difference alone
 * @param high   upper end of the same interval
 * @param alike  largest difference that is not ruled out at the level of all places together; infinite if none is
 * @param pValue probability of so large a difference by chance, corrected for the number of places
 */
record Estimate(double effect, double low, double high, double alike, double pValue) {

    Estimate withChance(double corrected) {
        return new Estimate(effect, low, high, alike, corrected);
    }

    /** Returns the estimate for sides that may differ by {@code drift} without a cause. */
    Estimate beyond(double drift) {
        return drift == 0
                ? this
                : new Estimate(effect, low, high, alike + drift, Math.abs(effect) > drift ? pValue : 1);
    }

    /** Returns whether the difference is significant. */
    boolean isShown() {
        return pValue < Comparison.FAMILY_ERROR && effect != 0;
    }

    /** Returns the estimate with an interval that agrees with the corrected chance: it includes 0 unless equality is ruled out. */
    Estimate consistent() {
        return isShown()
                ? new Estimate(effect, effect > 0 ? Math.max(0, low) : low, effect < 0 ? Math.min(0, high) : high,
                        alike,
                        pValue)
                : new Estimate(effect, Math.min(0, low), Math.max(0, high), alike, pValue);
    }
}
