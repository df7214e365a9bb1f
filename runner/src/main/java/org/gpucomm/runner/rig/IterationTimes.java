package org.gpucomm.runner.rig;

import java.util.Arrays;
import java.util.List;

/**
 * Distribution of the times of single iterations in µs. The time of an iteration is that of its slowest rank.
 *
 * @param slowestRank rank that was slowest most often
 * @param slowestBy   excess of this rank's median time over the median of all ranks' median times, in percent; ranks that had nothing to do,
 *                    whose times are 0, do not count
 */
public record IterationTimes(double minUs, double p50Us, double p99Us, double maxUs, int slowestRank, double slowestBy,
        int iterations) {

    /** Computes the distribution from the times of each rank, in order of rank. */
    static IterationTimes of(List<double[]> ranks) {
        int iterations = ranks.getFirst().length;
        var slowest = new double[iterations];
        var timesSlowest = new int[ranks.size()];
        for (int i = 0; i < iterations; i++) {
            int slowestRank = 0;
            for (int rank = 1; rank < ranks.size(); rank++) {
                slowestRank = ranks.get(rank)[i] > ranks.get(slowestRank)[i] ? rank : slowestRank;
            }
            slowest[i] = ranks.get(slowestRank)[i];
            timesSlowest[slowestRank]++;
        }
        Arrays.sort(slowest);
        int most = 0;
        for (int rank = 1; rank < timesSlowest.length; rank++) {
            most = timesSlowest[rank] > timesSlowest[most] ? rank : most;
        }
        return new IterationTimes(slowest[0], percentile(slowest, 50), percentile(slowest, 99), slowest[iterations - 1],
                most, slowestBy(ranks, most), iterations);
    }

    private static double slowestBy(List<double[]> ranks, int slowest) {
        var medians = ranks.stream().mapToDouble(IterationTimes::median).toArray();
        if (medians[slowest] == 0) {
            return 0;
        }
        return 100 * (medians[slowest] / median(Arrays.stream(medians).filter(median -> median > 0).toArray()) - 1);
    }

    private static double median(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Returns the percentile by nearest rank: the smallest value such that at least this share of the values is not larger. */
    private static double percentile(double[] sorted, int percent) {
        return sorted[Math.max(0, (int) Math.ceil(percent / 100.0 * sorted.length) - 1)];
    }
}
