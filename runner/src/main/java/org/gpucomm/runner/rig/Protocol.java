package org.gpucomm.runner.rig;

/**
 * Protocol for measuring cases, common to all libraries.
 *
 * @param warmUps     number of operations before each series
 * @param iterations  number of operations in a batch
 * @param average     combination of the times of the ranks
 * @param checks      number of times a result is checked; 0 for never
 * @param spread      whether single iterations are timed too
 * @param until       half-width of the confidence interval at which to stop repeating batches, relative to the mean; 0 for one batch
 * @param codeWarmUps number of operations at the start that make the JVM compile the loop
 */
public record Protocol(int warmUps, int iterations, Average average, int checks, boolean spread, double until,
        int codeWarmUps) {

    /** Combinations of the times of the ranks, in the order of {@code -a} of nccl-tests. */
    public enum Average {
        FIRST_RANK,
        MEAN,
        MIN,
        MAX;

        /** Combines the times of the ranks, given in order of rank. */
        double of(double[] times) {
            double combined = times[0];
            for (int rank = 1; rank < times.length; rank++) {
                combined = switch (this) {
                    case FIRST_RANK -> combined;
                    case MEAN -> combined + times[rank];
                    case MIN -> Math.min(combined, times[rank]);
                    case MAX -> Math.max(combined, times[rank]);
                };
            }
            return this == MEAN ? combined / times.length : combined;
        }
    }
}
