package org.gpucomm.runner.rig;

/** Times of repeated batches, and the decision whether to repeat. All ranks see the same times and thus decide alike. */
final class Repetitions {

    /** Minimum number of batches to estimate the spread. */
    private static final int FEWEST = 5;
    private static final int MOST = 200;
    /** Half-width of a 95 % confidence interval in standard errors, if the spread were known. */
    private static final double NORMAL_95 = 1.959964;

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
        return mean == 0 ? 0 : studentT95(count - 1) * standardError / mean;
    }

    /**
     * Returns the half-width of a 95 % confidence interval in standard errors, by Student's t distribution. The series is 26.7.5 of
     * Abramowitz and Stegun, Handbook of Mathematical Functions, with an error below 0.001 from 4 degrees of freedom on.
     */
    static double studentT95(int degrees) {
        double z = NORMAL_95;
        double z2 = z * z;
        double n = degrees;
        return z * (1 + (z2 + 1) / (4 * n) + ((5 * z2 + 16) * z2 + 3) / (96 * n * n)
                + (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n)
                + ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / (92_160 * n * n * n * n));
    }
}
