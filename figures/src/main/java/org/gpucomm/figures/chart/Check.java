package org.gpucomm.figures.chart;

/** Whether the tool compared the data that arrived with what was sent. */
public enum Check {
    /** It did, and the data was right. */
    RIGHT,
    /** It did not. */
    UNCHECKED,
    /** It did, and some elements were wrong: the number is no result. */
    WRONG
}
