package org.gpucomm.analysis.statistics;

import java.util.Arrays;

import org.apache.commons.statistics.descriptive.Quantile;

/** Scatter of the values of a curve from their third differences, which a bend does not affect. */
final class ThirdDifferences {

    /** Number of third differences on each side of a value that show the scatter there. A spike affects four, a step three. */
    private static final int BESIDE = 5;
    /** Quantile of the third differences that steps and humps of the curve leave alone ... */
    private static final double QUIETER = 0.3;
    /** ... and its value for a normal distribution, in standard deviations. */
    private static final double OF_THE_QUIETER = 0.3853;
    /** Ratio of the variance of a third difference to that of each value. */
    private static final double OF_THIRD_DIFFERENCES = 20;

    private ThirdDifferences() {}

    /** Returns the standard deviation near each value. @param values at least four values */
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
