package org.gpucomm.analysis.compare;

import java.util.Arrays;

/** Ranks of the values of each place among all processes, and the Mann-Whitney statistic for any assignment of processes to sides. */
final class Ranks {

    private final double[][] ranks;
    private final double[] deviations;

    /** @param values values by place and process */
    Ranks(double[][] values) {
        this.ranks = Arrays.stream(values).map(Ranks::of).toArray(double[][]::new);
        this.deviations = Arrays.stream(ranks).mapToDouble(each -> {
            double mean = (each.length - 1) / 2.0;
            return Math.sqrt(Arrays.stream(each).map(rank -> (rank - mean) * (rank - mean)).sum() / (each.length - 1));
        }).toArray();
    }

    /** Raises each statistic to that of the ranks if that is larger. @param sides side of each process: 0 = A, 1 = B */
    void atLeast(double[] statistics, int[] sides, int ofA, int ofB) {
        double shares = Math.sqrt(1.0 / ofA + 1.0 / ofB);
        for (int place = 0; place < ranks.length; place++) {
            double apart = 0;
            for (int process = 0; process < sides.length; process++) {
                apart += sides[process] == 0 ? -ranks[place][process] / ofA : ranks[place][process] / ofB;
            }
            double least = deviations[place] > 0 ? Math.abs(apart) / (shares * deviations[place]) : 0;
            statistics[place] = Math.max(statistics[place], least);
        }
    }

    /** Returns the ranks. Equal values share the mean of their ranks. */
    private static double[] of(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        var ranks = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            int first = Arrays.binarySearch(sorted, values[i]);
            int last = first;
            while (first > 0 && sorted[first - 1] == values[i]) {
                first--;
            }
            while (last < sorted.length - 1 && sorted[last + 1] == values[i]) {
                last++;
            }
            ranks[i] = (first + last) / 2.0;
        }
        return ranks;
    }
}
