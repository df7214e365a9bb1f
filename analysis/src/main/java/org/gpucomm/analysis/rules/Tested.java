package org.gpucomm.analysis.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.gpucomm.analysis.statistics.FalseDiscoveries;

/**
 * Result of one test.
 *
 * @param pValue    probability of the observation by chance; 1 if there is nothing to report
 * @param finding   finding to report if significant, given the level for single places inside the finding
 * @param otherwise finding to report if not significant
 */
record Tested(double pValue, DoubleFunction<Finding> finding, Optional<Finding> otherwise) {

    /** Largest share of false findings among the reported ones; without any true effect, the chance of any finding. */
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

    /** Returns a test that has nothing to report but counts among the tests. */
    static Tested nothing() {
        return new Tested(1, level -> {
            throw new IllegalStateException("a question without a finding was reported");
        });
    }

    /**
     * Returns the finding of each test that is significant among all tests. Places inside a finding are judged at the level times the
     * share of reported tests (Benjamini and Bogomolov, "Selective inference on multiple families of hypotheses", Journal of the Royal
     * Statistical Society B, 2014).
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
     * Returns the chance of so small a smallest p-value, apart from some that may come from outliers (Rüger 1978: n/k times the k-th
     * smallest).
     *
     * @param spared number of p-values that may come from outliers
     */
    static double smallest(double[] pValues, int spared) {
        var sorted = pValues.clone();
        Arrays.sort(sorted);
        return sorted.length <= spared ? 1 : Math.min(1, sorted[spared] * sorted.length / (spared + 1));
    }

    /** Returns how many places with two single measurements may be outliers: one in ten on each side, and at least one. */
    static int outliers(int places) {
        return Math.max(1, places / 5);
    }
}
