package org.gpucomm.server.lines;

/** What became of a line, as on the wire. */
enum Became {
    /** it has results */
    row,
    /** it was understood, or is other text */
    note,
    /** it could not be used */
    problem
}
