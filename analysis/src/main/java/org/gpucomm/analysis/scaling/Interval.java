package org.gpucomm.analysis.scaling;

/**
 * Interval of the logarithm of a time that contains a held-out measurement with {@link Forecast#LEVEL}. Its widths are multiples of the
 * deviation of the errors and of the methods, chosen on synthetic laws so that the interval contains 90 to 92 % of their points: the total
 * of twelve laws, and for three counts of eighteen (docs/analysis.md).
 */
record Interval(double low, double high) {

    /** Width below the prediction for four, five and more counts. The fewer the errors, the less is known of their deviation. */
    private static final double[] BELOW = {1.15, 1.1, 0.9};
    /**
     * Ratio of the width above to that below. Effects that begin beyond the last count increase the time more often than they reduce it.
     */
    private static final double ABOVE = 4.0 / 3;
    /** Width above the line through the last two counts, if the time grows faster and faster. */
    private static final double ABOVE_FASTER = 5.0 / 9;

    /**
     * Widths for three counts, where only one could be predicted from those before it. Accelerating growth usually continues, and slowing
     * growth slows further, so that the interval reaches further in the direction of the bend.
     */
    private static final double BELOW_FASTER_OF_THREE = 0.8;
    private static final double BELOW_SLOWER_OF_THREE = 2.2;
    private static final double BELOW_FALLING_OF_THREE = 1.6;
    private static final double ABOVE_OF_THREE = 1.7;
    /** Width above the line through the last two of three counts. */
    private static final double ABOVE_FASTER_OF_THREE = 0.85;
    /** Width above the time of another algorithm that began at the third of three counts. */
    private static final double ABOVE_ANOTHER = 0.55;
    /** Smallest error for three counts, since some of many methods predicts a single count by chance. */
    private static final double LEAST_MISS_OF_THREE = 0.04;
    /** Growth of the error per further step, as a share of a step's error. */
    private static final double GROWTH = 0.3;

    /**
     * Returns the interval. If the time grows faster and faster, it includes the line through the last two counts. Three counts do not
     * distinguish a law that slows from one that another algorithm interrupted; their interval includes both.
     *
     * @param predicted logarithm of the time
     * @param perStep   root mean square of the errors per step
     * @param steps     number of steps of the measured counts from the last count to these ranks
     * @param apart     variance of the predictions of the methods
     */
    static Interval of(GpuCounts curve, int ranks, double predicted, double perStep, double steps, double apart) {
        double grown = 1 + GROWTH * Math.max(0, steps - 1);
        double faster = Extrapolations.ifItGoesOnFaster(ranks, curve);
        if (curve.size() == Forecast.FEWEST) {
            double deviation = Math.hypot(grown * Math.hypot(perStep, LEAST_MISS_OF_THREE), Math.sqrt(apart));
            return ofThree(predicted, faster, Extrapolations.ifAnotherBegan(ranks, curve), deviation);
        }
        double below = BELOW[Math.min(BELOW.length, curve.size() - Forecast.FEWEST) - 1]
                * Math.hypot(grown * perStep, Math.sqrt(apart));
        return new Interval(predicted - below, Math.max(predicted + ABOVE * below, faster + ABOVE_FASTER * below));
    }

    private static Interval ofThree(double predicted, double faster, double another, double deviation) {
        double below = Double.isFinite(faster)
                ? BELOW_FASTER_OF_THREE
                : Double.isFinite(another) ? BELOW_SLOWER_OF_THREE : BELOW_FALLING_OF_THREE;
        double line = Math.max(faster + ABOVE_FASTER_OF_THREE * deviation, another + ABOVE_ANOTHER * deviation);
        return new Interval(predicted - below * deviation, Math.max(predicted + ABOVE_OF_THREE * deviation, line));
    }
}
