package org.gpucomm.analysis.compare;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.FDistribution;
import org.gpucomm.analysis.statistics.Difference;
import org.gpucomm.analysis.statistics.NoiseModel;

/**
 * Places that the same processes measured on both sides, with a statistic of each for any assignment of the processes to the sides:
 * Student's, with the variance moderated by those of the neighbours and outliers clipped; from eight processes per side up, that of Mann
 * and Whitney if it is larger. Permutations assume that both sides have the same spread; if they do not, Welch's difference counts too
 * (Janssen, "Studentized Permutation Tests for Non-i.i.d. Hypotheses and the Generalized Behrens-Fisher Problem", 1997, shows why).
 */
final class SameProcesses {

    /** Number of processes per side from which ranks alone can decide. */
    static final int ENOUGH_FOR_RANKS = 8;
    /** Largest two-sided chance of the most extreme assignment at which permutations can decide. */
    private static final double LEAST_CHANCE = 0.03;

    /** Smallest variance. Times are printed with few digits, so that equal times still have noise. */
    private static final double LEAST_VARIANCE = 1e-8;
    /** Smallest number of values to clip. Two fifths of fewer values are less than three. */
    private static final int ENOUGH_TO_CLIP = 8;
    private static final double SPANS = 4;
    /** The same limit for one side, whose two fifths are fewer values and closer together. */
    private static final double SPANS_OF_A_SIDE = 6;

    /** Smallest ratio of the sides' variances, over all places, that counts as unequal. */
    private static final double APART = 2;
    private static final double APART_ERRORS = 1.5;
    /** Smallest such ratio at a place and its neighbours. */
    private static final double APART_NEAR = 4;
    private static final double APART_NEAR_ERRORS = 3;

    private final int ofA;
    private final int ofB;
    private final double[][] values;
    private final double[][] clipped;
    /** Values with each side clipped by itself. */
    private final double[][] bySide;
    private final Optional<Ranks> ranks;
    private final int[][] neighbours;
    private final int[] sides;
    private final boolean[] unequal;

    /**
     * @param values     values by place and process, those of A first
     * @param neighbours indexes of the neighbouring places of each place
     */
    SameProcesses(int ofA, int ofB, double[][] values, int[][] neighbours) {
        this.ofA = ofA;
        this.ofB = ofB;
        this.neighbours = neighbours;
        this.values = values;
        this.clipped = clipped(values, neighbours, SPANS);
        this.bySide = joined(clipped(part(values, 0, ofA), neighbours, SPANS_OF_A_SIDE),
                clipped(part(values, ofA, ofA + ofB), neighbours, SPANS_OF_A_SIDE));
        this.ranks = Math.min(ofA, ofB) < ENOUGH_FOR_RANKS ? Optional.empty() : Optional.of(new Ranks(values));
        this.sides = new int[ofA + ofB];
        for (int process = ofA; process < sides.length; process++) {
            sides[process] = 1;
        }
        this.unequal = new boolean[values.length];
        if (Math.min(ofA, ofB) > 1) {
            spread();
        }
    }

    /** Marks the places where the sides differ in spread. */
    private void spread() {
        double expected = FDistribution.of(ofB - 1.0, ofA - 1.0).inverseCumulativeProbability(0.5);
        var ratios = Arrays.stream(bySide)
                .mapToDouble(each -> Math.log(variance(each, ofA, ofA + ofB) / variance(each, 0, ofA) / expected))
                .toArray();
        boolean everywhere = areApart(ratios, APART, APART_ERRORS);
        for (int place = 0; place < unequal.length; place++) {
            var near = IntStream.concat(IntStream.of(place), Arrays.stream(neighbours[place]))
                    .mapToDouble(other -> ratios[other]).toArray();
            unequal[place] = everywhere || areApart(near, APART_NEAR, APART_NEAR_ERRORS);
        }
    }

    private boolean areApart(double[] ratios, double factor, double errors) {
        // Standard error of the median of normally distributed logarithms of variance ratios.
        double error = Math.sqrt(Math.PI / 2 * (2.0 / (ofA - 1) + 2.0 / (ofB - 1)) / ratios.length);
        return Math.abs(Median.withDefaults().withCopy(true).evaluate(ratios)) > Math.max(Math.log(factor),
                errors * error);
    }

    private static double variance(double[] values, int from, int to) {
        double mean = Arrays.stream(values, from, to).average().orElseThrow();
        return Math.max(LEAST_VARIANCE,
                Arrays.stream(values, from, to).map(value -> (value - mean) * (value - mean)).sum()
                        / (to - from - 1));
    }

    /** Returns whether the sides differ so much in spread that permutations alone must not decide. */
    boolean isUnequal(int place) {
        return unequal[place];
    }

    int places() {
        return values.length;
    }

    /** Returns whether the most extreme assignment of the processes is rare enough for a verdict. */
    boolean canDecide() {
        double shares = BinomialCoefficientDouble.value(ofA + ofB, Math.min(ofA, ofB));
        return Math.min(ofA, ofB) > 1 && (ofA == ofB ? 2 : 1) / shares <= LEAST_CHANCE;
    }

    /** Assigns the processes to the sides at random. Before the first call, they are on their original sides. */
    void shuffle(Random random) {
        for (int i = sides.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int kept = sides[i];
            sides[i] = sides[j];
            sides[j] = kept;
        }
    }

    /** Returns the distance of each place from equality, as a standard normal number. */
    double[] statistics() {
        var differences = differences(clipped);
        var statistics = new double[differences.length];
        for (int place = 0; place < statistics.length; place++) {
            statistics[place] = asNormal(Math.abs(differences[place].effect()) / differences[place].error(),
                    differences[place].degrees());
        }
        ranks.ifPresent(of -> of.atLeast(statistics, sides, ofA, ofB));
        return statistics;
    }

    /** Converts Student's t after Wallace, "Bounds on Normal Approximations to Student's and the Chi-Square Distributions" (1959). */
    private static double asNormal(double t, double degrees) {
        return (8 * degrees + 1) / (8 * degrees + 3) * Math.sqrt(degrees * Math.log1p(t * t / degrees));
    }

    /** Returns the difference of means at each place with the moderated variance, or with that of each side if the spreads are unequal. */
    Difference[] differences() {
        var differences = differences(values);
        for (int place = 0; place < differences.length; place++) {
            if (unequal[place]) {
                differences[place] = welch(ofSide(place, 0, ofA), ofSide(place, ofA, ofA + ofB));
            }
        }
        return differences;
    }

    /** Uses the smaller degrees of freedom of both sides. Those of Satterthwaite are too large in the tail, where few processes decide. */
    private static Difference welch(Difference a, Difference b) {
        return new Difference(b.effect() - a.effect(), Math.hypot(a.error(), b.error()),
                Math.min(a.degrees(), b.degrees()));
    }

    /** Returns the mean of one side with its standard error. The variance is moderated by those of the neighbours. */
    private Difference ofSide(int place, int from, int to) {
        double degrees = to - from - 1.0;
        double prior = Math.min(neighbours[place].length * degrees, NoiseModel.MOST_OF_NEIGHBOURS);
        double beside = Arrays.stream(neighbours[place]).mapToDouble(other -> variance(bySide[other], from, to))
                .average()
                .orElse(0);
        double variance = (prior * beside + degrees * variance(bySide[place], from, to)) / (prior + degrees);
        double mean = Arrays.stream(bySide[place], from, to).average().orElseThrow();
        return new Difference(mean, Math.sqrt(variance / (to - from)), prior + degrees);
    }

    private Difference[] differences(double[][] values) {
        var means = means(values);
        double degrees = ofA + ofB - 2.0;
        double shares = Math.sqrt(1.0 / ofA + 1.0 / ofB);
        var differences = new Difference[values.length];
        double slope = canDecide() ? 0 : slope(means.within());
        for (int place = 0; place < differences.length; place++) {
            double variance = Math.max(moderated(place, means.within(), slope), LEAST_VARIANCE);
            differences[place] = new Difference(means.apart()[place], shares * Math.sqrt(variance),
                    degrees + Math.min(neighbours[place].length * degrees, NoiseModel.MOST_OF_NEIGHBOURS));
        }
        return differences;
    }

    /** @param apart difference of the means by place @param within variance within the sides by place */
    private record Means(double[] apart, double[] within) {}

    private Means means(double[][] values) {
        int n = ofA + ofB;
        var apart = new double[values.length];
        var within = new double[values.length];
        for (int place = 0; place < apart.length; place++) {
            var sums = new double[2];
            for (int process = 0; process < n; process++) {
                sums[sides[process]] += values[place][process];
            }
            double a = sums[0] / ofA;
            double b = sums[1] / ofB;
            apart[place] = b - a;
            for (int process = 0; process < n; process++) {
                double off = values[place][process] - (sides[process] == 0 ? a : b);
                within[place] += off * off / (n - 2);
            }
        }
        return new Means(apart, within);
    }

    /**
     * Returns the variance of a place, moderated by those of its neighbours. These count as they are or, if that is more, extrapolated to
     * the place along the trend of the variances over the sizes.
     */
    private double moderated(int place, double[] within, double slope) {
        double degrees = ofA + ofB - 2.0;
        double sum = 0;
        double moved = 0;
        for (int other : neighbours[place]) {
            sum += within[other];
            moved += within[other] * Math.exp(slope * (place - other));
        }
        int count = neighbours[place].length;
        double prior = Math.min(count * degrees, NoiseModel.MOST_OF_NEIGHBOURS);
        return count == 0
                ? within[place]
                : (prior * Math.max(sum, moved) / count + degrees * within[place]) / (prior + degrees);
    }

    /** Returns the growth of the logarithm of the variance per place, by least squares over all neighbours. */
    private double slope(double[] within) {
        double products = 0;
        double squares = 0;
        for (int place = 0; place < neighbours.length; place++) {
            for (int other : neighbours[place]) {
                double steps = (double) other - place;
                products += steps * Math.log(Math.max(within[other], LEAST_VARIANCE)
                        / Math.max(within[place], LEAST_VARIANCE));
                squares += steps * steps;
            }
        }
        return squares > 0 ? products / squares : 0;
    }

    /**
     * Returns the values with outliers clipped on both sides alike, so that one outlier does not hide the rest. The limit is a multiple
     * of the span of the closest two fifths of the values, taken as the median over the place and its neighbours.
     */
    private static double[][] clipped(double[][] values, int[][] neighbours, double times) {
        if (values[0].length < ENOUGH_TO_CLIP) {
            return values;
        }
        var spans = Arrays.stream(values).mapToDouble(SameProcesses::span).toArray();
        var clipped = new double[values.length][];
        for (int place = 0; place < values.length; place++) {
            var near = IntStream.concat(IntStream.of(place), Arrays.stream(neighbours[place]))
                    .mapToDouble(other -> spans[other]).toArray();
            double middle = Median.withDefaults().withCopy(true).evaluate(values[place]);
            double reach = times * Median.withDefaults().evaluate(near);
            clipped[place] = Arrays.stream(values[place])
                    .map(value -> Math.clamp(value, middle - reach, middle + reach)).toArray();
        }
        return clipped;
    }

    private static double[][] part(double[][] values, int from, int to) {
        return Arrays.stream(values).map(each -> Arrays.copyOfRange(each, from, to)).toArray(double[][]::new);
    }

    private static double[][] joined(double[][] a, double[][] b) {
        return IntStream.range(0, a.length)
                .mapToObj(place -> DoubleStream.concat(Arrays.stream(a[place]), Arrays.stream(b[place])).toArray())
                .toArray(double[][]::new);
    }

    /** Returns the span of the closest two fifths of the values, which belong to one side if the sides differ. */
    private static double span(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        int last = sorted.length * 2 / 5 - 1;
        return IntStream.range(0, sorted.length - last).mapToDouble(i -> sorted[i + last] - sorted[i]).min()
                .orElseThrow();
    }
}
