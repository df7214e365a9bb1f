package org.gpucomm.server.analysis.rules;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.gpucomm.server.analysis.noise.FalseDiscoveries;

/**
 * One question with its answer.
 *
 * @param pValue  that chance alone makes what was seen
 * @param finding what is told where that is seldom
 */
record Tested(double pValue, Supplier<Finding> finding) {

    /** Share of false ones among those that are told, and where nothing is true, chance that any is. */
    static final double LEVEL = 0.05;

    /** Returns the findings of those that chance makes too seldom, all questions together. */
    static List<Finding> told(List<Tested> asked) {
        var rates = FalseDiscoveries.rates(asked.stream().mapToDouble(Tested::pValue).toArray());
        return IntStream.range(0, rates.length).filter(i -> rates[i] < LEVEL)
                .mapToObj(i -> asked.get(i).finding().get())
                .toList();
    }

    /**
     * Returns the chance that the smallest of some p-values is as small, or where a single measurement may be an outlier, the second
     * smallest.
     */
    static double smallest(double[] pValues, boolean mayBeOutliers) {
        var sorted = pValues.clone();
        Arrays.sort(sorted);
        int at = mayBeOutliers ? 1 : 0;
        return sorted.length <= at ? 1 : Math.min(1, sorted[at] * sorted.length);
    }
}
