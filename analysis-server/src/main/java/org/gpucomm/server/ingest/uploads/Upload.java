package org.gpucomm.server.ingest.uploads;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Uploaded file and its state, as described in docs/api.md.
 *
 * @param id           first 16 hexadecimal digits of the SHA-256 of the bytes
 * @param title        title given by a person; null = its filename
 * @param hidden       whether it is hidden from all views
 * @param eraseAt      time at which it is erased with its bytes; null = never
 * @param problems     number of lines that could not be used
 * @param fileProblems number of problems with the file as a whole, or with members of an archive
 * @param rows         number of measurements
 * @param runIds       ids of the first ten runs; {@code /runs?upload=} lists all
 * @param failures     a sentence with a quotation from the log for each failed run, even without measurements
 */
public record Upload(String id, String url, String filename, @Nullable String title, boolean hidden,
        @Nullable Instant eraseAt, long bytes, String sha256, Instant storedAt, State state,
        @Nullable String message, @Nullable String format, @Nullable String formatDescription, long lines,
        long rowLines, long notes, long problems, long fileProblems, long rows, long runs, List<String> runIds,
        List<String> failures, @Nullable String summary,
        boolean bundled) {

    Upload with(String newUrl, List<String> ids, List<String> sentences) {
        return new Upload(id, newUrl, filename, title, hidden, eraseAt, bytes, sha256, storedAt, state, message, format,
                formatDescription, lines, rowLines, notes, problems, fileProblems, rows, runs, ids, sentences, summary,
                bundled);
    }

    /** State in lower case, as in JSON and in the tables. */
    public enum State {
        importing,
        ready,
        /** A person must explain the columns of a table. */
        needs_mapping,
        failed
    }
}
