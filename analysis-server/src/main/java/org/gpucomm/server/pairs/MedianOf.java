package org.gpucomm.server.pairs;

import org.apache.commons.statistics.descriptive.Median;

/** This class takes the median of numbers. */
final class MedianOf {

    private MedianOf() {}

    static double of(double[] values) {
        return Median.withDefaults().withCopy(true).evaluate(values);
    }
}
