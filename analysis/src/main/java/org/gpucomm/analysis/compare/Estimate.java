package org.gpucomm.analysis.compare;

/**
 * Estimate of a difference, in logarithms of the ratio of the times.
 *
 * @param effect  estimate
 * @param low     of its 95 % interval, for this difference alone
 * @param high    its other end
 * @param alike   largest difference that is not ruled out at the level of all places together; infinite where nothing is
 * @param pValue  that chance makes one as large, corrected for the number of places
 */
record Estimate(double effect, double low, double high, double alike, double pValue) {

    Estimate withChance(double corrected) {
        return new Estimate(effect, low, high, alike, corrected);
    }

    /** Returns this as it is known where the sides may differ by so much without a cause. */
    Estimate beyond(double drift) {
        return drift == 0
                ? this
                : new Estimate(effect, low, high, alike + drift, Math.abs(effect) > drift ? pValue : 1);
    }

    /** Returns whether chance makes a difference as large too seldom. */
    boolean isShown() {
        return pValue < Comparison.FAMILY_ERROR && effect != 0;
    }

    /** Returns this with the interval that agrees with the corrected chance: it holds no difference where none is ruled out, and only then. */
    Estimate consistent() {
        return isShown()
                ? new Estimate(effect, effect > 0 ? Math.max(0, low) : low, effect < 0 ? Math.min(0, high) : high,
                        alike,
                        pValue)
                : new Estimate(effect, Math.min(0, low), Math.max(0, high), alike, pValue);
    }
}
