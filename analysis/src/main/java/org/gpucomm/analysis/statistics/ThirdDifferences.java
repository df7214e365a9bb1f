package org.gpucomm.analysis.statistics;

import java.util.Arrays;

import org.apache.commons.statistics.descriptive.Quantile;

/** Scatter of the values of a curve, from their third differences, in which a bend has no part. */
final class ThirdDifferences {

    /** So many on each side of a value say how rough the curve is there; a spike makes four, a step three. */
    private static final int BESIDE = 5;
    /** So many of them are quieter than steps and humps of the curve leave them ... */
    private static final double QUIETER = 0.3;
    /** ... and so large are they of a normal distribution, in standard deviations. */
    private static final double OF_THE_QUIETER = 0.3853;
    /** Variance of a third difference over that of each value. */
    private static final double OF_THIRD_DIFFERENCES = 20;

    private ThirdDifferences() {}

    /** Returns the standard deviation near each of some values. @param values four at least */
    static double[] deviations(double[] values) {
        var thirds = new double[values.length - 3];
        for (int i = 0; i < thirds.length; i++) {
            thirds[i] = Math.abs(values[i + 3] - 3 * values[i + 2] + 3 * values[i + 1] - values[i])
                    / Math.sqrt(OF_THIRD_DIFFERENCES);
        }
        int width = Math.min(thirds.length, 2 * BESIDE + 1);
        var deviations = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            int from = Math.max(0, Math.min(i - 1 - BESIDE, thirds.length - width));
            deviations[i] = Quantile.withDefaults().evaluate(Arrays.copyOfRange(thirds, from, from + width), QUIETER)
                    / OF_THE_QUIETER;
        }
        return deviations;
    }
}
