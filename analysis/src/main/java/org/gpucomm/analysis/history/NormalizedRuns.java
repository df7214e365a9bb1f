package org.gpucomm.analysis.history;

import java.util.Arrays;
import java.util.function.UnaryOperator;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.analysis.identity.Spread;

/** Numbers of several runs, each size in units of its own noise, so that noisy sizes do not hide a change of quiet ones. */
final class NormalizedRuns {

    /** Largest distance from the median that counts, so that one bad run is no change. */
    private static final double FARTHEST = 4;
    /** Smallest noise. Times are printed with few digits, and no machine is more precise. */
    private static final double LEAST = 0.002;

    private NormalizedRuns() {}

    /** @param logs logarithms of times, a row per run in order of time */
    static double[][] of(double[][] logs) {
        return bySize(logs, column -> {
            double noise = noise(column);
            return Arrays.stream(column).map(number -> (number - column[0]) / noise).toArray();
        });
    }

    /** Returns the runs with no number farther than four from the median of its size. */
    static double[][] limited(double[][] runs) {
        return bySize(runs, column -> {
            double median = median(column);
            return limited(column, median, median);
        });
    }

    /** Returns the numbers with none farther than four beyond two medians, in either order. */
    static double[] limited(double[] numbers, double one, double other) {
        return Arrays.stream(numbers).map(
                number -> Math.clamp(number, Math.min(one, other) - FARTHEST, Math.max(one, other) + FARTHEST))
                .toArray();
    }

    static double median(double[] numbers) {
        return Median.withDefaults().withCopy(true).evaluate(numbers);
    }

    /** Returns the level of each run: the mean over its sizes. */
    static double[] levels(double[][] runs) {
        return Arrays.stream(runs).mapToDouble(run -> Arrays.stream(run).average().orElseThrow()).toArray();
    }

    static double[] column(double[][] runs, int size) {
        return Arrays.stream(runs).mapToDouble(run -> run[size]).toArray();
    }

    private static double[][] bySize(double[][] runs, UnaryOperator<double[]> change) {
        int sizes = runs.length == 0 ? 0 : runs[0].length;
        var changed = new double[runs.length][sizes];
        for (int size = 0; size < sizes; size++) {
            var column = change.apply(column(runs, size));
            for (int run = 0; run < runs.length; run++) {
                changed[run][size] = column[run];
            }
        }
        return changed;
    }

    /** Returns the noise between successive runs, which a change along the history does not affect. */
    static double noise(double[] column) {
        if (column.length < 2) {
            return LEAST;
        }
        var steps = new double[column.length - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = Math.abs(column[i + 1] - column[i]);
        }
        return Math.max(LEAST, Spread.MAD_TO_SIGMA * Median.withDefaults().evaluate(steps) / Math.sqrt(2));
    }
}
