package org.gpucomm.analysis.history;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.analysis.identity.Spread;

/**
 * Numbers of several runs, each size in units of its own noise, so that noisy sizes do not hide a change of quiet ones. Values are
 * limited to {@link #FARTHEST}, so that one bad run is no change.
 */
final class NormalizedRuns {

    private static final double FARTHEST = 4;
    /** Smallest noise. Times are printed with few digits, and no machine is more precise. */
    private static final double LEAST = 0.002;

    private NormalizedRuns() {}

    /** @param logs logarithms of times, a row per run in order of time */
    static double[][] of(double[][] logs) {
        int sizes = logs.length == 0 ? 0 : logs[0].length;
        var whitened = new double[logs.length][sizes];
        for (int size = 0; size < sizes; size++) {
            var column = new double[logs.length];
            for (int run = 0; run < logs.length; run++) {
                column[run] = logs[run][size];
            }
            double noise = noise(column);
            double middle = Median.withDefaults().withCopy(true).evaluate(column);
            for (int run = 0; run < logs.length; run++) {
                whitened[run][size] = Math.clamp((column[run] - middle) / noise, -FARTHEST, FARTHEST);
            }
        }
        return whitened;
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
