package org.gpucomm.analysis.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Change points in a sequence of runs, each a vector of {@link NormalizedRuns} numbers. The split with the largest difference between the means
 * of its sides is a change point if it is significant; then each side is searched. The significance comes from other orders of the same
 * runs: all orders of fewer than eighteen runs, else random ones from a fixed seed, so that the result is reproducible. If even the
 * rarest order is too common, a t-test of the runs' mean differences decides.
 */
public final class ChangePoints {

    /** Version of the search, increased whenever the same runs may have other changes, so that stored results are computed again. */
    public static final int VERSION = 3;

    /** Significance level of a split. */
    static final double LEVEL = 0.005;
    /** Significance level of the t-test, which is lower since the similarity of runs is estimated from few. */
    private static final double LEVEL_OF_MEANS = 0.001;
    /** Smallest number of runs on each side of a split. */
    static final int FEWEST = 3;
    /**
     * Fewest runs with orders rare enough for {@link #LEVEL}. Ten runs, five per side, have 252 orders, and two split like the given one.
     */
    private static final int ENOUGH_ORDERS = 12;
    /** Largest number of random orders. Longer histories use fewer. */
    private static final int MOST_ORDERS = 9_999;
    private static final int FEWEST_ORDERS = 999;
    private static final int RUNS_OF_ALL_ORDERS = 200_000;
    /** Rounding error of sums of the same numbers in another order. */
    private static final double ROUNDING = 1e-9;
    /** Largest correlation of successive runs. More similar runs are one wandering level without a split. */
    private static final double MOST_ALIKE = 0.9;
    private static final long SEED = 20251014;

    private final double[][] vectors;
    private final List<Change> changes = new ArrayList<>();

    private ChangePoints(double[][] vectors) {
        this.vectors = vectors;
    }

    /** @param index index of the first run after the change */
    record Change(int index, double pValue) {}

    /** @param vectors whitened vectors of equal length, in order of time */
    static List<Change> in(double[][] vectors) {
        var search = new ChangePoints(vectors);
        search.divide(0, vectors.length);
        search.changes.sort(Comparator.comparingInt(Change::index));
        return beyondResemblance(vectors, search.changes);
    }

    /**
     * Returns the changes that a t-test confirms. Orders assume that successive runs are independent; the t-test increases the variance
     * of the means according to their correlation.
     */
    private static List<Change> beyondResemblance(double[][] vectors, List<Change> found) {
        if (found.isEmpty()) {
            return found;
        }
        double times = resemblance(vectors, found);
        var shown = new ArrayList<Change>();
        for (int i = 0; i < found.size(); i++) {
            int from = i == 0 ? 0 : found.get(i - 1).index();
            int to = i + 1 == found.size() ? vectors.length : found.get(i + 1).index();
            var change = found.get(i);
            double pValue = byT(Arrays.copyOfRange(vectors, from, to), change.index() - from, times);
            if (pValue < LEVEL_OF_MEANS) {
                shown.add(new Change(change.index(), Math.max(change.pValue(), pValue)));
            }
        }
        return shown;
    }

    private static double resemblance(double[][] vectors, List<Change> changes) {
        var each = Arrays.stream(vectors).mapToDouble(run -> Arrays.stream(run).average().orElse(0)).toArray();
        int from = 0;
        for (int part = 0; part <= changes.size(); part++) {
            int to = part == changes.size() ? each.length : changes.get(part).index();
            double mean = Arrays.stream(each, from, to).average().orElseThrow();
            for (int i = from; i < to; i++) {
                each[i] -= mean;
            }
            from = to;
        }
        return resemblance(each, changes.size() + 1);
    }

    /**
     * Returns the factor by which the correlation of successive runs increases the expected squared difference of two means: (1 + ρ) / (1
     * − ρ), ρ the correlation between the deviations of a run and of the next. Removed means make ρ look smaller, by about (1 + 3 ρ) /
     * runs for each (Kendall, "Note on Bias in the Estimation of Autocorrelation", 1954).
     *
     * @param apart deviation of each run from the course of all
     * @param taken number of parameters of that course
     */
    static double resemblance(double[] apart, int taken) {
        double squares = 0;
        double products = 0;
        for (int i = 0; i < apart.length; i++) {
            squares += apart[i] * apart[i];
            products += i > 0 ? apart[i] * apart[i - 1] : 0;
        }
        double correlation = squares > 0 ? products / squares : 0;
        double unbiased = correlation + (1 + 3 * Math.max(0, correlation)) * taken / apart.length;
        double rho = Math.clamp(unbiased, 0, MOST_ALIKE);
        return (1 + rho) / (1 - rho);
    }

    private void divide(int from, int to) {
        var runs = Arrays.copyOfRange(vectors, from, to);
        var split = bestSplit(runs);
        if (split.isEmpty()) {
            return;
        }
        double pValue = haveRareOrders(runs.length, split.get().at())
                ? byOrders(runs, split.get().difference(), new Random(SEED + from))
                : byT(runs, split.get().at(), 1);
        if (pValue < LEVEL) {
            int index = from + split.get().at();
            changes.add(new Change(index, pValue));
            divide(from, index);
            divide(index, to);
        }
    }

    /** Returns whether the orders with this split, or with its sides exchanged, are rarer than {@link #LEVEL}. */
    private static boolean haveRareOrders(int runs, int at) {
        return runs >= ENOUGH_ORDERS && 2 / BinomialCoefficientDouble.value(runs, at) < LEVEL;
    }

    private static double byOrders(double[][] runs, double difference, Random random) {
        var others = new RunOrders(runs, difference * (1 - ROUNDING));
        if (runs.length <= RunOrders.MOST_OF_ALL) {
            return others.share();
        }
        int orders = Math.clamp(RUNS_OF_ALL_ORDERS / runs.length, FEWEST_ORDERS, MOST_ORDERS);
        int asLarge = 0;
        for (int i = 0; i < orders; i++) {
            asLarge += others.next(random) ? 1 : 0;
            if (asLarge + 1.0 >= LEVEL * (orders + 1)) {
                // Further orders cannot make it a change.
                return (asLarge + 1.0) / (i + 2);
            }
        }
        return (asLarge + 1.0) / (orders + 1);
    }

    /**
     * Returns the p-value of a t-test in which each run counts once, by the mean of its numbers, since these move together with the
     * machine. The split is chosen among several, so that p is multiplied by their number.
     */
    private static double byT(double[][] runs, int at, double resemblance) {
        int n = runs.length;
        var each = Arrays.stream(runs).mapToDouble(run -> Arrays.stream(run).average().orElse(0)).toArray();
        double before = Arrays.stream(each, 0, at).average().orElseThrow();
        double after = Arrays.stream(each, at, n).average().orElseThrow();
        double squares = 0;
        for (int i = 0; i < n; i++) {
            squares += Math.pow(each[i] - (i < at ? before : after), 2);
        }
        double error = Math.sqrt(Math.max(squares / (n - 2), 1e-12) * (1.0 / at + 1.0 / (n - at)) * resemblance);
        double degrees = Math.max(2, n / resemblance - 2);
        double p = 2 * TDistribution.of(degrees).survivalProbability(Math.abs(after - before) / error);
        return Math.min(1, p * (n - 2 * FEWEST + 1));
    }

    /** @param difference squared difference of the means of both sides, over all sizes, weighted by the numbers of runs */
    private record Split(int at, double difference) {}

    private static Optional<Split> bestSplit(double[][] runs) {
        int n = runs.length;
        if (n < 2 * FEWEST) {
            return Optional.empty();
        }
        int sizes = runs[0].length;
        var total = new double[sizes];
        for (var run : runs) {
            for (int size = 0; size < sizes; size++) {
                total[size] += run[size];
            }
        }
        var left = new double[sizes];
        Split best = null;
        for (int at = 1; at <= n - FEWEST; at++) {
            double squares = 0;
            for (int size = 0; size < sizes; size++) {
                left[size] += runs[at - 1][size];
                double apart = left[size] / at - (total[size] - left[size]) / (n - at);
                squares += apart * apart;
            }
            double difference = squares * at * (n - at) / n;
            if (at >= FEWEST && (best == null || difference > best.difference())) {
                best = new Split(at, difference);
            }
        }
        return Optional.ofNullable(best);
    }
}
