package org.gpucomm.runner.rig;

/** Times of repeated batches, and the decision whether to repeat. All ranks see the same times and thus decide alike. */
final class Repetitions {

    /** Minimum number of batches to estimate the spread. */
    private static final int FEWEST = 5;
    private static final int MOST = 200;
    /** Half-width of a 95 % confidence interval in standard errors, by the normal approximation. */
    private static final double NORMAL_95 = 1.96;

    private final double until;
    private int count;
    private double mean;
    private double squares;

    /** @param until half-width of the confidence interval to reach, relative to the mean; 0 for one batch */
    Repetitions(double until) {
        this.until = until;
    }

    /** Adds a time by Welford's algorithm, which updates mean and squared deviations without storing the values. */
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
