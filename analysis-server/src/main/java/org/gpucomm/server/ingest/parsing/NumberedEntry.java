package org.gpucomm.server.ingest.parsing;

import org.gpucomm.results.format.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a log with its place in the file.
 *
 * @param position       1-based number of the line among all lines of the upload; 0 for what is said of a whole file
 * @param source         the member of an archive that it is in; null where the upload is the log itself
 * @param firstOrdinal   1-based number, in the file, of the first measurement that a row holds
 * @param problemOrdinal 1-based number of a problem
 * @param run            number of the run that the line belongs to, 0 before the first
 */
public record NumberedEntry(Entry entry, long position, @Nullable String source, long firstOrdinal, long problemOrdinal,
        int run) {}
