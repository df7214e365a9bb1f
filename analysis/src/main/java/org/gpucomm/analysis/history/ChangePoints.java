package org.gpucomm.analysis.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * Change points in a sequence of runs, each a vector of {@link NormalizedRuns} numbers, by circular binary segmentation (Olshen,
 * Venkatraman, Lucito and Wigler, Biostatistics 5, 2004). The successive runs that differ most from the others are set apart if they
 * differ significantly; then each part is searched. So a level that lasts for some runs only is found too. The significance comes from
 * random orders of the same runs, from a fixed seed, so that the result is reproducible. If even the rarest order is too common, a test
 * of the means decides.
 */
public final class ChangePoints {

    /** Version of the search, increased whenever the same runs may have other changes, so that stored results are computed again. */
    public static final int VERSION = 4;

    /** Significance level of runs that are set apart. */
    private static final double LEVEL = 0.005;
    /** Significance level of a change, which is lower since the similarity of runs is estimated from few. */
    private static final double LEVEL_OF_MEANS = 0.001;
    /** Smallest number of runs between two changes. */
    static final int FEWEST = 3;
    /**
     * Fewest runs with orders rare enough for {@link #LEVEL}. Ten runs, five per side, have 252 orders, and two split like the given one.
     */
    private static final int ENOUGH_ORDERS = 12;
    /** Largest number of random orders. Histories of more than a thousand runs use fewer. */
    private static final int MOST_ORDERS = 1_999;
    private static final int FEWEST_ORDERS = 399;
    private static final int RUNS_OF_ALL_ORDERS = 2_000_000;
    /** Largest number of places where a stretch within a part may begin. Those of longer parts lie on a grid. */
    private static final int MOST_PLACES = 60;
    /** Rounding error of sums of the same numbers in another order. */
    private static final double ROUNDING = 1e-9;
    /** Largest correlation of successive runs. More similar runs are one wandering level without a change. */
    private static final double MOST_ALIKE = 0.9;
    private static final long SEED = 20251014;

    private final double[][] runs;
    private final List<Integer> found = new ArrayList<>();

    private ChangePoints(double[][] runs) {
        this.runs = runs;
    }

    /** @param index index of the first run after the change */
    record Change(int index, double pValue) {}

    /**
     * Successive runs of a part.
     *
     * @param difference squared difference between their mean and that of the other runs, over all sizes, weighted by the numbers of runs
     */
    private record Stretch(int from, int to, double difference) {}

    /** @param runs normalized vectors of equal length, in order of time */
    static List<Change> in(double[][] runs) {
        var search = new ChangePoints(runs);
        search.divide(0, runs.length);
        Collections.sort(search.found);
        return search.confirmed();
    }

    private void divide(int from, int to) {
        if (to - from < 2 * FEWEST) {
            return;
        }
        var part = limited(from, to);
        var stretch = farthest(part);
        int begin = from + stretch.from();
        int end = from + stretch.to();
        double pValue = part.length >= ENOUGH_ORDERS && isRare(2, part.length, end - begin)
                ? byOrders(part, stretch.difference(), new Random(SEED + from))
                : byMeans(begin, end, from, to, 1) * (part.length - 2 * FEWEST + 1);
        if (pValue < LEVEL) {
            IntStream.of(begin, end).filter(each -> each > from && each < to).forEach(found::add);
            divide(from, begin);
            divide(begin, end);
            divide(end, to);
        }
    }

    /**
     * Returns the changes that a test of the means confirms, the least significant left out one by one. Orders assume that successive
     * runs are independent; this test increases the variance of the means according to their correlation.
     */
    private List<Change> confirmed() {
        while (!found.isEmpty()) {
            double resemblance = resemblance();
            var changes = IntStream.range(0, found.size()).mapToObj(i -> {
                int from = start(i);
                int to = start(i + 2);
                double pValue = byMeans(from, found.get(i), from, to, resemblance) * (to - from - 2 * FEWEST + 1);
                return new Change(found.get(i), Math.min(1, pValue));
            }).toList();
            var weakest = Collections.max(changes, Comparator.comparingDouble(Change::pValue));
            if (weakest.pValue() < LEVEL_OF_MEANS) {
                return changes;
            }
            found.remove((Integer) weakest.index());
        }
        return List.of();
    }

    /** Returns the index of the first run of a part between the changes found. */
    private int start(int part) {
        return part == 0 ? 0 : part > found.size() ? runs.length : found.get(part - 1);
    }

    private double resemblance() {
        var apart = IntStream.rangeClosed(0, found.size()).boxed().flatMapToDouble(part -> {
            var levels = NormalizedRuns.levels(limited(start(part), start(part + 1)));
            double mean = Arrays.stream(levels).average().orElseThrow();
            return Arrays.stream(levels).map(level -> level - mean);
        }).toArray();
        return resemblance(apart, found.size() + 1);
    }

    private double[][] limited(int from, int to) {
        return NormalizedRuns.limited(Arrays.copyOfRange(runs, from, to));
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

    /** Returns whether this number of orders is a small part of all ways to set a number of runs apart. */
    private static boolean isRare(int orders, int runs, int apart) {
        return orders / BinomialCoefficientDouble.value(runs, apart) < LEVEL;
    }

    private static double byOrders(double[][] part, double difference, Random random) {
        int orders = Math.clamp(RUNS_OF_ALL_ORDERS / part.length, FEWEST_ORDERS, MOST_ORDERS);
        var order = part.clone();
        int asLarge = 0;
        for (int i = 0; i < orders; i++) {
            Collections.shuffle(Arrays.asList(order), random);
            asLarge += farthest(order).difference() >= difference * (1 - ROUNDING) ? 1 : 0;
            if (asLarge + 1.0 >= LEVEL * (orders + 1)) {
                // Further orders cannot make it a change.
                return (asLarge + 1.0) / (i + 2);
            }
        }
        return (asLarge + 1.0) / (orders + 1);
    }

    /**
     * Returns the p-value of the difference between the mean of the runs from {@code begin} to {@code end} and that of the others from
     * {@code from} to {@code to}: twice the smaller of two. One is that of the runs' levels. The other is that of the squared t of each
     * size, averaged over the sizes, which finds a change of some sizes. Since the sizes of a run may move together, they count as one.
     */
    private double byMeans(int begin, int end, int from, int to, double resemblance) {
        var within = Arrays.copyOfRange(runs, begin, end);
        var others = Stream.concat(Arrays.stream(runs, from, begin), Arrays.stream(runs, end, to))
                .toArray(double[][]::new);
        int sizes = runs[0].length;
        double ofLevels = squaredT(NormalizedRuns.levels(within), NormalizedRuns.levels(others), 1.0 / sizes);
        double ofSizes = IntStream.range(0, sizes).mapToDouble(
                size -> squaredT(NormalizedRuns.column(within, size), NormalizedRuns.column(others, size), 1))
                .average().orElseThrow();
        return 2 * FDistribution.of(1, to - from - 2.0).survivalProbability(Math.max(ofLevels, ofSizes) / resemblance);
    }

    /**
     * Runs far from the medians of both sides are limited, so that a single one is no change and hides none.
     *
     * @param least smallest variance of a side, as steps from run to run show it
     */
    private static double squaredT(double[] one, double[] other, double least) {
        double medianOfOne = NormalizedRuns.median(one);
        double medianOfOther = NormalizedRuns.median(other);
        var a = NormalizedRuns.limited(one, medianOfOne, medianOfOther);
        var b = NormalizedRuns.limited(other, medianOfOne, medianOfOther);
        double apart = Arrays.stream(a).average().orElseThrow() - Arrays.stream(b).average().orElseThrow();
        double variance = (squares(a) + squares(b)) / (a.length + b.length - 2);
        return apart * apart / Math.max(least, variance) / (1.0 / a.length + 1.0 / b.length);
    }

    private static double squares(double[] numbers) {
        double mean = Arrays.stream(numbers).average().orElseThrow();
        return Arrays.stream(numbers).map(number -> (number - mean) * (number - mean)).sum();
    }

    /**
     * Returns the runs at one end of a part, or within it, that differ most from the others. Within a part, only stretches count that are
     * too long to be successive by chance: three slow runs of a machine that is slow now and then are no change.
     */
    private static Stretch farthest(double[][] part) {
        int n = part.length;
        var sums = new double[n + 1][part[0].length];
        for (int run = 0; run < n; run++) {
            for (int size = 0; size < part[0].length; size++) {
                sums[run + 1][size] = sums[run][size] + part[run][size];
            }
        }
        var best = new Stretch(0, FEWEST, -1);
        for (int to = FEWEST; to <= n - FEWEST; to++) {
            best = farther(best, sums, 0, to);
        }
        int fewest = IntStream.rangeClosed(FEWEST, n / 2).filter(runs -> isRare(n, n, runs)).findFirst().orElse(n);
        int grid = 1 + n / MOST_PLACES;
        for (int from = FEWEST; from <= n - 2 * FEWEST; from += grid) {
            for (int to = from + fewest; to <= Math.min(from + n - fewest, n - FEWEST); to += grid) {
                best = farther(best, sums, from, to);
            }
        }
        return best;
    }

    private static Stretch farther(Stretch best, double[][] sums, int from, int to) {
        int n = sums.length - 1;
        int within = to - from;
        double squares = 0;
        for (int size = 0; size < sums[0].length; size++) {
            double apart = sums[to][size] - sums[from][size] - sums[n][size] * within / n;
            squares += apart * apart;
        }
        double difference = squares * n / within / (n - within);
        return difference > best.difference() ? new Stretch(from, to, difference) : best;
    }
}
