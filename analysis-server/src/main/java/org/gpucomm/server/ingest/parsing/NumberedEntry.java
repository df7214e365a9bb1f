package org.gpucomm.server.ingest.parsing;

import org.gpucomm.results.format.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a log with its position in the upload.
 *
 * @param position       number of the line among all lines of the upload, from 1; 0 for entries about a whole file
 * @param source         member of an archive; null if the upload is the log itself
 * @param firstOrdinal   number of the row's first measurement in the upload, from 1
 * @param problemOrdinal number of the problem in the upload, from 1
 * @param run            number of the run of the line; 0 before the first
 */
public record NumberedEntry(Entry entry, long position, @Nullable String source, long firstOrdinal, long problemOrdinal,
        int run) {}
