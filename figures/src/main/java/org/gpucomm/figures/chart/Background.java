package org.gpucomm.figures.chart;

/** Background of a picture: light or dark. */
public enum Background implements Identified {
    LIGHT,
    DARK
}
