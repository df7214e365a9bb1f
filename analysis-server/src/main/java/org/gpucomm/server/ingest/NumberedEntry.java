package org.gpucomm.server.ingest;

import org.gpucomm.results.format.Entry;

/**
 * What became of a line, with its place in the file.
 *
 * @param source         the log that it is from: the upload's name, or the path in the archive
 * @param firstOrdinal   1-based number, in the file, of the first measurement that a row holds
 * @param problemOrdinal 1-based number of a problem
 * @param run            number of the run that the line belongs to, 0 before the first
 */
record NumberedEntry(Entry entry, String source, long firstOrdinal, long problemOrdinal, int run) {}
