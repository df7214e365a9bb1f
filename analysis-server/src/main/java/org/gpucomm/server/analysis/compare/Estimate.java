package org.gpucomm.server.analysis.compare;

/**
 * This record holds what is known of a difference, in logarithms of the ratio of the times.
 *
 * @param effect  estimate
 * @param low     of its 95 % interval
 * @param high    its other end
 * @param alike   largest difference that is not ruled out at the level of all places together; infinite where nothing is
 * @param pValue  that chance makes one as large, corrected for the number of places
 */
record Estimate(double effect, double low, double high, double alike, double pValue) {

    Estimate withChance(double corrected) {
        return new Estimate(effect, low, high, alike, corrected);
    }
}
