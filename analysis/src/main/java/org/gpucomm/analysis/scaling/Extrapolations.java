package org.gpucomm.analysis.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Methods to extrapolate a curve, always in the same order: each {@link Law}, shifted towards the last measured count not at all, by
 * half, and fully; and the step of smaller messages with the same bytes per rank. Times are natural logarithms; NaN if a method cannot
 * predict.
 */
final class Extrapolations {

    /** Shares of a fit's error at the last count by which the fit is shifted. */
    private static final double[] PULLS = {0, 0.5, 1};
    /** Methods with the constant law. */
    static final List<Integer> FLAT = List.of(0, 1, 2);
    private static final String SAME_BYTES = "as smaller messages with the same bytes a rank";

    private Extrapolations() {}

    static List<String> formulas() {
        var formulas = new ArrayList<String>();
        for (var law : Law.values()) {
            for (int i = 0; i < PULLS.length; i++) {
                formulas.add(law.formula());
            }
        }
        formulas.add(SAME_BYTES);
        return formulas;
    }

    /**
     * Returns the time that each method predicts.
     *
     * @param known counts of one size, at least two
     * @param all   counts of all sizes; those beyond the last of {@code known} are ignored
     */
    static double[] at(double ranks, GpuCounts known, List<GpuCounts> all) {
        var guesses = new double[Law.values().length * PULLS.length + 1];
        double last = Math.log(known.last().time());
        int at = 0;
        for (var law : Law.values()) {
            var fit = law.through(known.ranks(), known.times());
            double predicted = Math.log(fit.at(ranks));
            double missed = last - Math.log(fit.at(known.last().ranks()));
            for (double pull : PULLS) {
                guesses[at++] = predicted + pull * missed;
            }
        }
        guesses[at] = last + steps(ranks, known, all);
        return guesses;
    }

    /**
     * Returns the change of the time of smaller messages with the same bytes per rank: 64 MiB from 128 to 256 GPUs follows from 32 MiB
     * from 64 to 128. Protocols and algorithms are chosen by such sizes, so that their changes recur.
     */
    private static double steps(double ranks, GpuCounts known, List<GpuCounts> all) {
        double last = known.last().ranks();
        double sum = 0;
        // A distant target takes several steps of a factor of two, so that smaller messages need no more counts than measured.
        int steps = (int) Math.max(1, Math.round(Math.log(ranks / last) / Math.log(2)));
        double ratio = Math.pow(ranks / last, 1.0 / steps);
        for (int step = 1; step <= steps; step++) {
            double bytes = known.bytes() / Math.pow(ratio, step);
            double before = Math.rint(last / ratio);
            sum += all.stream().filter(other -> other.bytes() > 0 && other.bytes() == Math.rint(bytes))
                    .mapToDouble(other -> other.logAt(last) - other.logAt(before)).findFirst().orElse(Double.NaN);
        }
        return sum;
    }

    /**
     * Returns the logarithm of the time on the line through the last two counts; minus infinity unless the time grew more between these
     * than before.
     */
    static double ifItGoesOnFaster(int ranks, GpuCounts known) {
        int last = known.size() - 1;
        boolean faster = step(known, last) > Math.max(0, step(known, last - 1));
        return faster ? along(known, last, ranks) : Double.NEGATIVE_INFINITY;
    }

    /**
     * Returns the logarithm of the time if another algorithm began at the third of three counts and keeps its ratio to the line through
     * the first two; minus infinity unless the time grew more between these than after.
     */
    static double ifAnotherBegan(int ranks, GpuCounts three) {
        return step(three, 1) > Math.max(0, step(three, 2)) ? along(three, 1, ranks) : Double.NEGATIVE_INFINITY;
    }

    /** Returns the growth of the logarithm of the time up to this count. */
    private static double step(GpuCounts known, int index) {
        return Math.log(known.times()[index] / known.times()[index - 1]);
    }

    /** Returns the last time with the growth of the line through this count and the one before it. */
    private static double along(GpuCounts known, int index, int ranks) {
        double[] n = known.ranks();
        double[] t = known.times();
        double slope = (t[index] - t[index - 1]) / (n[index] - n[index - 1]);
        double atLast = t[index] + slope * (known.last().ranks() - n[index]);
        return Math.log(known.last().time() * (t[index] + slope * (ranks - n[index])) / atLast);
    }

    /** Returns the error of each method for the count at {@code index}, predicted from the counts before it. */
    static double[] misses(GpuCounts curve, int index, List<GpuCounts> all) {
        var count = curve.all().get(index);
        double truth = Math.log(count.time());
        return Arrays.stream(at(count.ranks(), curve.first(index), all)).map(guess -> truth - guess).toArray();
    }
}
