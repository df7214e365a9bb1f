package org.gpucomm.analysis.compare;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Joint chances of the statistics of many places by random assignment of the processes to the sides: Westfall and Young's step-down max-T
 * ("Resampling-Based Multiple Testing", 1993). Correlated places cost little, since processes are permuted as a whole.
 */
final class Shuffles {

    private static final int SHUFFLES = 999;
    private static final long SEED = 19930601;
    /** Rounding error of sums of the same numbers in another order. */
    private static final double ROUNDING = 1e-9;

    private Shuffles() {}

    /**
     * Returns, for each place, the chance that any place with the same or a smaller statistic reaches its statistic without a difference.
     * A fixed seed makes the result reproducible.
     *
     * @param groups groups of places, in the order of the result
     */
    static double[] corrected(List<SameProcesses> groups) {
        var observed = magnitudes(groups);
        var order = IntStream.range(0, observed.length).boxed()
                .sorted(Comparator.comparingDouble((Integer place) -> observed[place]).reversed())
                .mapToInt(Integer::intValue).toArray();
        var asLarge = new int[observed.length];
        var random = new Random(SEED);
        for (int shuffle = 0; shuffle < SHUFFLES; shuffle++) {
            groups.forEach(group -> group.shuffle(random));
            var statistics = magnitudes(groups);
            double largest = 0;
            for (int rank = order.length - 1; rank >= 0; rank--) {
                int place = order[rank];
                largest = Math.max(largest, statistics[place]);
                asLarge[place] += largest >= observed[place] * (1 - ROUNDING) ? 1 : 0;
            }
        }
        var corrected = new double[observed.length];
        double most = 0;
        for (int place : order) {
            most = Math.max(most, (asLarge[place] + 1.0) / (SHUFFLES + 1));
            corrected[place] = most;
        }
        return corrected;
    }

    private static double[] magnitudes(List<SameProcesses> groups) {
        var all = new double[groups.stream().mapToInt(SameProcesses::places).sum()];
        int from = 0;
        for (var group : groups) {
            for (double statistic : group.statistics()) {
                all[from++] = Math.abs(statistic);
            }
        }
        return all;
    }
}
