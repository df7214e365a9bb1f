package org.gpucomm.analysis.series;

/** Rule that combines measurements into one point. */
public enum Aggregate {
    /** Median of the measurements at one x and one message size. */
    none,
    /** Mean of the medians at each chosen message size; only along GPUs. */
    mean
}
