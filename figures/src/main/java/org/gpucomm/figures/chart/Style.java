package org.gpucomm.figures.chart;

/** Style of a figure. */
public enum Style implements Identified {
    /** Style of gpucomm: log₂ axes, bandwidth from zero, a sentence about the aggregation in the picture. */
    GPUCOMM,
    /** Style of the figures in the EFA study, so that readers recognise them. */
    STUDY
}
