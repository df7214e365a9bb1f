package org.gpucomm.server.logviewer;

/** Fate of a line, as on the wire. */
enum Became {
    /** The line has results. */
    row,
    /** The line was understood, or is other text. */
    note,
    /** The line could not be used. */
    problem
}
