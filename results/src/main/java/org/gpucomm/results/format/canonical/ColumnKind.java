package org.gpucomm.results.format.canonical;

/** Type of the values of a column. */
public enum ColumnKind {
    /** UTF-8 text. */
    TEXT,
    /** 64-bit floating-point number. */
    NUMBER,
    /** 64-bit integer. */
    WHOLE
}
