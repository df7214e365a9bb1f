package org.gpucomm.analysis.tuning;

import java.util.Arrays;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Mean without the lowest and the highest quarter of the values, and its variance from the others (Yuen, "The Two-Sample Trimmed t for
 * Unequal Population Variances", Biometrika 1974). A few outliers affect neither.
 *
 * @param count    number of the remaining values
 * @param variance variance of the mean
 */
record TrimmedMean(double mean, int count, double variance) {

    /** @param values at least five values */
    static TrimmedMean of(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        int cut = sorted.length / 4;
        int count = sorted.length - 2 * cut;
        double mean = Arrays.stream(sorted, cut, sorted.length - cut).average().orElseThrow();
        var winsorized = sorted.clone();
        Arrays.fill(winsorized, 0, cut, sorted[cut]);
        Arrays.fill(winsorized, sorted.length - cut, sorted.length, sorted[sorted.length - cut - 1]);
        double middle = Arrays.stream(winsorized).average().orElseThrow();
        double squares = Arrays.stream(winsorized).map(value -> (value - middle) * (value - middle)).sum();
        return new TrimmedMean(mean, count, squares / (count * (count - 1.0)));
    }

    /** Returns the probability that this mean is so far below the other by chance. */
    double isLess(TrimmedMean other) {
        double both = variance + other.variance;
        if (both == 0) {
            return mean < other.mean ? 0 : 1;
        }
        double degrees = both * both
                / (variance * variance / (count - 1) + other.variance * other.variance / (other.count - 1));
        return TDistribution.of(degrees).cumulativeProbability((mean - other.mean) / Math.sqrt(both));
    }
}
