package org.gpucomm.analysis.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.gpucomm.analysis.statistics.FalseDiscoveries;

/**
 * One question with its answer.
 *
 * @param pValue    that chance alone makes what was seen; 1 where there is nothing to report
 * @param finding   what is reported where that is seldom, of the level at which single places inside of it are judged
 * @param otherwise what is reported where it is not
 */
record Tested(double pValue, DoubleFunction<Finding> finding, Optional<Finding> otherwise) {

    /** Share of false ones among those that are reported, and where nothing is true, chance that any is. */
    static final double LEVEL = 0.05;

    Tested {
        pValue = Double.isNaN(pValue) ? 1 : pValue;
    }

    Tested(double pValue, DoubleFunction<Finding> finding) {
        this(pValue, finding, Optional.empty());
    }

    Tested(double pValue, Supplier<Finding> finding) {
        this(pValue, level -> finding.get());
    }

    /** Returns a question that was asked and had nothing to report: it counts among those that could have reported something. */
    static Tested nothing() {
        return new Tested(1, level -> {
            throw new IllegalStateException("a question without a finding was told");
        });
    }

    /**
     * Returns for each question its finding, where chance makes it too seldom, all questions together. Places inside of a reported finding are judged at
     * the level times the share of questions that are reported (Benjamini and Bogomolov, "Selective inference on multiple families of
     * hypotheses", Journal of the Royal Statistical Society B, 2014).
     */
    static List<Optional<Finding>> reported(List<Tested> asked) {
        var rates = FalseDiscoveries.rates(asked.stream().mapToDouble(Tested::pValue).toArray());
        double shown = Arrays.stream(rates).filter(rate -> rate < LEVEL).count();
        double inside = LEVEL * shown / Math.max(1, asked.size());
        return IntStream.range(0, rates.length).mapToObj(i -> rates[i] < LEVEL
                ? Optional.of(asked.get(i).finding().apply(inside))
                : asked.get(i).otherwise()).toList();
    }

    /**
     * Returns the chance that the smallest of some p-values is as small, but for some that may be of outliers (Rüger 1978: n/k times the
     * k-th smallest).
     *
     * @param spared how many may be
     */
    static double smallest(double[] pValues, int spared) {
        var sorted = pValues.clone();
        Arrays.sort(sorted);
        return sorted.length <= spared ? 1 : Math.min(1, sorted[spared] * sorted.length / (spared + 1));
    }

    /** Returns how many of the places where two single measurements are compared may be of outliers: one in ten of each side, or one. */
    static int outliers(int places) {
        return Math.max(1, places / 5);
    }
}
