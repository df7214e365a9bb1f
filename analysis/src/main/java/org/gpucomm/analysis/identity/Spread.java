package org.gpucomm.analysis.identity;

import java.util.Arrays;
import java.util.Collection;

/**
 * Statistics of several measurements of one point. The median of an even number of values lies between two of them.
 *
 * @param n   number of values, at least one
 * @param low lower quartile, interpolated between values; {@code high} is the upper one
 */
public record Spread(int n, double median, double mean, double min, double low, double high, double max) {

    /** Ratio of the standard deviation to the median absolute deviation of a normal distribution. */
    public static final double MAD_TO_SIGMA = 1.4826;

    /** @throws IllegalArgumentException if there are no values */
    public static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a spread needs at least one value");
        }
        var sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(sorted.length, quantile(sorted, 0.5), Arrays.stream(sorted).sum() / sorted.length,
                sorted[0], quantile(sorted, 0.25), quantile(sorted, 0.75), sorted[sorted.length - 1]);
    }

    /** Returns the median. @throws IllegalArgumentException if there are no values */
    public static double median(double... values) {
        return switch (values.length) {
            case 0 -> throw new IllegalArgumentException("a median needs at least one value");
            case 1 -> values[0];
            default -> {
                var sorted = values.clone();
                Arrays.sort(sorted);
                yield quantile(sorted, 0.5);
            }
        };
    }

    /** @throws IllegalArgumentException if there are no values */
    public static double median(Collection<Double> values) {
        return median(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Returns a quantile by linear interpolation between the sorted values: value i lies at {@code i / (n - 1)}. */
    private static double quantile(double[] sorted, double share) {
        double at = share * (sorted.length - 1);
        int below = (int) Math.floor(at);
        int above = (int) Math.ceil(at);
        return below == above
                ? sorted[below]
                : sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
