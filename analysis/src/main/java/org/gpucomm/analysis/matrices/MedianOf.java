package org.gpucomm.analysis.matrices;

import org.apache.commons.statistics.descriptive.Median;

/** Median of numbers. */
final class MedianOf {

    private MedianOf() {}

    static double of(double[] values) {
        return Median.withDefaults().withCopy(true).evaluate(values);
    }
}
