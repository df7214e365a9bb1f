package org.gpucomm.server.series;

/** Group of measurements that is one point. */
public enum Aggregate {
    /** The median of the measurements at one x and one size. */
    none,
    /** The mean over the sizes that were chosen, of the medians at each; along GPUs only. */
    mean
}
