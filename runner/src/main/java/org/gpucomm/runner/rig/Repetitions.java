package org.gpucomm.runner.rig;

/** Times of repeated batches, and whether they are enough. All ranks see the same times and so decide the same. */
final class Repetitions {

    /** Fewer say nothing of how they scatter. */
    private static final int FEWEST = 5;
    private static final int MOST = 200;
    /** Half the width of a 95 % confidence interval, in standard errors, for the many batches that matter. */
    private static final double NORMAL_95 = 1.96;

    private final double until;
    private int count;
    private double mean;
    private double squares;

    /** @param until half the width of the confidence interval to reach, as a share of the mean; 0 = one batch is enough */
    Repetitions(double until) {
        this.until = until;
    }

    /** Takes one more time, by Welford's update: mean and squared deviations without keeping the values. */
    void add(double value) {
        count++;
        double before = value - mean;
        mean += before / count;
        squares += before * (value - mean);
    }

    double mean() {
        return mean;
    }

    boolean wantMore() {
        if (until <= 0 || count >= MOST) {
            return false;
        }
        return count < FEWEST || relativeHalfWidth() > until;
    }

    double relativeHalfWidth() {
        double standardError = Math.sqrt(squares / (count - 1) / count);
        return mean == 0 ? 0 : NORMAL_95 * standardError / mean;
    }
}
