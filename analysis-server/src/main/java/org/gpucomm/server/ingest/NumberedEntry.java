package org.gpucomm.server.ingest;

import org.gpucomm.results.format.Entry;

/**
 * What became of a line, with its place in the file.
 *
 * @param firstOrdinal   1-based number, in the file, of the first measurement that a row holds
 * @param problemOrdinal 1-based number of a problem
 * @param run            number of the run that the line belongs to, 0 before the first
 */
record NumberedEntry(Entry entry, long firstOrdinal, long problemOrdinal, int run) {}
