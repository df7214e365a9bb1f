package org.gpucomm.figures.chart;

/** Result of the tool's check of the received data. */
public enum Check {
    /** Checked, and the data was right. */
    RIGHT,
    /** Not checked. */
    UNCHECKED,
    /** Checked, and some elements were wrong; the measurement is no result. */
    WRONG
}
