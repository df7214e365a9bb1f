package org.gpucomm.server.logviewer;

/** Classification of a log line; the names are part of the HTTP interface. */
enum LineOutcome {
    /** The line has results. */
    row,
    /** The line was understood, or is unrelated text. */
    note,
    /** The line could not be used. */
    problem
}
