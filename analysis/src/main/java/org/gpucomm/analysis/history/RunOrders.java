package org.gpucomm.analysis.history;

import java.util.Arrays;
import java.util.Random;

import org.apache.commons.numbers.combinatorics.Factorial;

/**
 * Random orders of the same runs, each tested for a split that is at least as significant as a given one. The significance of a split
 * follows from the sum of the preceding runs' deviations from the mean. With each run, this sum grows by no more than the largest
 * deviation, so that most splits are known to be less significant without being computed.
 */
final class RunOrders {

    /** Squared difference that is due to rounding. A less significant one is no split. */
    private static final double NOTHING = 1e-18;
    /** Largest number of runs for which all orders can be counted by their subsets. */
    static final int MOST_OF_ALL = 17;

    private final double[][] runs;
    /** Smallest distance from zero of the sum of the first runs at which the split after them is as significant. */
    private final double[] needed;
    private final double farthest;
    private final double[] sum;

    /** @param runs numbers of the runs, not changed @param difference difference of the given split, see {@link ChangePoints} */
    RunOrders(double[][] runs, double difference) {
        this.runs = centred(runs);
        int n = runs.length;
        this.needed = new double[n];
        for (int at = 0; at < n; at++) {
            needed[at] = Math.sqrt(Math.max(0, difference - NOTHING) * at * (n - at) / n);
        }
        this.farthest = Arrays.stream(this.runs).mapToDouble(RunOrders::length).max().orElse(0);
        this.sum = new double[runs[0].length];
    }

    /**
     * Returns the share of all orders that have such a split, for at most {@link #MOST_OF_ALL} runs. A split depends on the set of runs
     * before it and not on their order, so that orders without one are counted by the subset of their first runs.
     */
    double share() {
        int n = runs.length;
        var products = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                products[i][j] = product(runs[i], runs[j]);
            }
        }
        var squares = new double[1 << n];
        var without = new double[1 << n];
        without[0] = 1;
        for (int subset = 1; subset < without.length; subset++) {
            int last = Integer.numberOfTrailingZeros(subset);
            int others = subset & subset - 1;
            squares[subset] = squares[others] + products[last][last];
            for (int rest = others; rest != 0; rest &= rest - 1) {
                squares[subset] += 2 * products[last][Integer.numberOfTrailingZeros(rest)];
            }
            int at = Integer.bitCount(subset);
            boolean isSplit = at >= ChangePoints.FEWEST && at <= n - ChangePoints.FEWEST;
            if (!isSplit || Math.sqrt(Math.max(0, squares[subset])) < needed[at]) {
                for (int rest = subset; rest != 0; rest &= rest - 1) {
                    without[subset] += without[subset & ~Integer.lowestOneBit(rest)];
                }
            }
        }
        return 1 - without[without.length - 1] / Factorial.doubleValue(n);
    }

    /** Shuffles the runs. Returns whether a split of the new order is as significant. */
    boolean next(Random random) {
        shuffle(random);
        Arrays.fill(sum, 0);
        int added = 0;
        int last = runs.length - ChangePoints.FEWEST;
        for (int at = ChangePoints.FEWEST; at <= last;) {
            for (; added < at; added++) {
                add(runs[added]);
            }
            double length = length(sum);
            if (length >= needed[at]) {
                return true;
            }
            at += 1 + lessTelling(at, length, last);
        }
        return false;
    }

    /** Returns the number of splits after this one that are less significant whichever runs come next. */
    private int lessTelling(int at, double length, int last) {
        int splits = farthest == 0 ? last - at : (int) Math.min(last - at, (needed[at] - length) / farthest);
        // The needed distance grows until the middle and then falls. Between two splits, it is at least that of one of them.
        while (splits > 0 && length + splits * farthest >= Math.min(needed[at], needed[at + splits])) {
            splits /= 2;
        }
        return splits;
    }

    private void add(double[] run) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += run[i];
        }
    }

    private void shuffle(Random random) {
        for (int i = runs.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            var kept = runs[i];
            runs[i] = runs[j];
            runs[j] = kept;
        }
    }

    private static double[][] centred(double[][] runs) {
        var mean = new double[runs[0].length];
        for (var run : runs) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += run[i] / runs.length;
            }
        }
        return Arrays.stream(runs).map(run -> {
            var apart = run.clone();
            for (int i = 0; i < mean.length; i++) {
                apart[i] -= mean[i];
            }
            return apart;
        }).toArray(double[][]::new);
    }

    private static double length(double[] numbers) {
        return Math.sqrt(product(numbers, numbers));
    }

    private static double product(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }
}
