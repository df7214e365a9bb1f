package org.gpucomm.analysis.scaling;

/**
 * The logarithms of the times between which a held-out measurement lies with {@link Forecast#LEVEL}. Its widths are standard
 * deviations of what was missed and of how far the ways lie apart, chosen on planted laws so that the interval holds 90 to 92 %
 * of their points: the total of twelve laws, and for three counts of eighteen (docs/analysis.md).
 */
record Interval(double low, double high) {

    /** Below the time that is predicted, of four, five and more counts: the fewer misses, the less is known of their deviation. */
    private static final double[] BELOW = {1.15, 1.1, 0.9};
    /** By how much further it reaches above: what begins beyond the last count adds to the time more often than it saves. */
    private static final double ABOVE = 4.0 / 3;
    /** The same above the line through the last two counts, where the time grows faster and faster. */
    private static final double ABOVE_FASTER = 5.0 / 9;

    /**
     * Of three counts, where only one could be predicted from those before it: what grew faster goes on so more often than not, and
     * what grew slower still slows. So the interval reaches further where the curve bends to.
     */
    private static final double BELOW_FASTER_OF_THREE = 0.8;
    private static final double BELOW_SLOWER_OF_THREE = 2.2;
    private static final double BELOW_FALLING_OF_THREE = 1.6;
    private static final double ABOVE_OF_THREE = 1.7;
    /** The same above the line through the last two of them. */
    private static final double ABOVE_FASTER_OF_THREE = 0.85;
    /** The same above the time that another algorithm would take which began at the third of them. */
    private static final double ABOVE_ANOTHER = 0.55;
    /** What three counts miss at least: among many ways some predicts a single count by chance. */
    private static final double LEAST_MISS_OF_THREE = 0.04;
    /** By how much of a step's miss each further step misses more. */
    private static final double GROWTH = 0.3;

    /**
     * Returns the interval. Where the time grows faster and faster, the line through the last two counts lies within it. Three
     * counts do not distinguish a law that slows from one that another algorithm has interrupted: both lie in theirs.
     *
     * @param predicted logarithm of the time
     * @param perStep root mean square of what was missed a step
     * @param steps   of the measured counts that lie between the last of them and these ranks
     * @param apart   the variance of what the ways predict
     */
    static Interval of(GpuCounts curve, int ranks, double predicted, double perStep, double steps, double apart) {
        double grown = 1 + GROWTH * Math.max(0, steps - 1);
        double faster = Guesses.ifItGoesOnFaster(ranks, curve);
        if (curve.size() == Forecast.FEWEST) {
            double deviation = Math.hypot(grown * Math.hypot(perStep, LEAST_MISS_OF_THREE), Math.sqrt(apart));
            return ofThree(predicted, faster, Guesses.ifAnotherBegan(ranks, curve), deviation);
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
