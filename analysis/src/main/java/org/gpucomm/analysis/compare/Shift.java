package org.gpucomm.analysis.compare;

import java.util.Arrays;

import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Shift between two sets of numbers: the median of all differences between a number of one and a number of the other (Hodges and Lehmann,
 * "Estimates of Location Based on Rank Tests", Annals of Mathematical Statistics, 1963). It is the shift that the Mann-Whitney test
 * judges, and it is robust against outliers.
 */
final class Shift {

    private final double[] differences;
    private final double spread;

    /** @param from at least one number, like {@code to} */
    Shift(double[] from, double[] to) {
        this.differences = new double[from.length * to.length];
        for (int i = 0; i < from.length; i++) {
            for (int j = 0; j < to.length; j++) {
                differences[i * to.length + j] = to[j] - from[i];
            }
        }
        Arrays.sort(differences);
        this.spread = Math.sqrt(from.length * to.length * (from.length + to.length + 1.0) / 12);
    }

    double estimate() {
        return Median.withDefaults().withCopy(true).evaluate(differences);
    }

    /**
     * Returns the interval that contains the true shift with this probability, by the normal approximation of the ranks; for eight or
     * more numbers per side.
     */
    double[] interval(double probability) {
        double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - probability) / 2);
        int low = (int) Math.max(0, Math.floor(differences.length / 2.0 - z * spread - 0.5));
        return new double[]{differences[low], differences[differences.length - 1 - low]};
    }
}
