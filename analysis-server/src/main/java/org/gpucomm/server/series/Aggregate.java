package org.gpucomm.server.series;

/** Rule that combines measurements into one point. */
public enum Aggregate {
    /** The median of the measurements at one x and one message size. */
    none,
    /** The mean of the medians at each chosen message size; only along GPUs. */
    mean
}
