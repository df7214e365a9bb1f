package org.gpucomm.runner.rig;

import org.jspecify.annotations.Nullable;

/**
 * Protocol by which cases are measured, whatever the library.
 *
 * @param warmUps     operations before each series
 * @param iterations  operations in a batch
 * @param average     how the ranks' times become one
 * @param checks      how often a result is checked; 0 = not
 * @param spread      whether single iterations are timed too
 * @param until       batches are repeated until the mean is this well known, as a share of it; 0 = one batch
 * @param codeWarmUps operations at the start by which the JVM compiles the loop
 */
public record Protocol(int warmUps, int iterations, Average average, int checks, boolean spread, double until,
        int codeWarmUps) {

    /** Returns the option by which results are not checked; null if they are. */
    public @Nullable String whyUnchecked() {
        return checks == 0 ? "--check 0" : null;
    }

    /** nccl-tests' {@code -a}. */
    public enum Average {
        FIRST_RANK,
        MEAN,
        MIN,
        MAX;

        /** Combines the times of the ranks, in order of rank. */
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
