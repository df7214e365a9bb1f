package org.gpucomm.analysis.compare;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Chances of the statistics of many places together, by giving the processes to the sides by chance: Westfall and Young's step-down
 * max-T ("Resampling-Based Multiple Testing", 1993). Places that move together cost little, since the processes are shuffled whole.
 */
final class Shuffles {

    private static final int SHUFFLES = 999;
    private static final long SEED = 19930601;
    /** Sums of the same numbers in another order differ by rounding. */
    private static final double ROUNDING = 1e-9;

    private Shuffles() {}

    /**
     * Returns for each place the chance that one of those with a smaller or the same statistic is as large without a difference. The
     * shuffles come from a fixed seed, so that the answer is always the same.
     *
     * @param groups places one after the other
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
