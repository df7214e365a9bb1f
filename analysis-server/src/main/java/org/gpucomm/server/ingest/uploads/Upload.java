package org.gpucomm.server.ingest.uploads;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A file as it came and what became of it, as docs/api.md has it.
 *
 * @param id       first 16 hexadecimal digits of the SHA-256 of the bytes
 * @param url      the permalink of its page
 * @param title    what people call it; null = its filename
 * @param hidden   whether it is in no view
 * @param eraseAt  when it is erased with its bytes; null = never
 * @param message  why it failed
 * @param problems lines that could not be used
 * @param fileProblems what is wrong with the file as a whole, or with members of an archive
 * @param rows     measurements
 * @param runs     how many runs
 * @param runIds   of the first ten of them; {@code /runs?upload=} lists all
 * @param failures which runs failed, a sentence each that quotes the log; also of runs without a measurement
 */
public record Upload(String id, String url, String filename, @Nullable String title, boolean hidden,
        @Nullable Instant eraseAt, long bytes, String sha256, Instant storedAt, State state,
        @Nullable String message, @Nullable String format, @Nullable String formatDescription, long lines,
        long rowLines, long notes, long problems, long fileProblems, long rows, long runs, List<String> runIds,
        List<String> failures, @Nullable String summary,
        boolean bundled) {

    Upload withUrl(String newUrl) {
        return new Upload(id, newUrl, filename, title, hidden, eraseAt, bytes, sha256, storedAt, state, message, format,
                formatDescription,
                lines, rowLines, notes, problems, fileProblems, rows, runs, runIds, failures, summary, bundled);
    }

    Upload with(List<String> ids, List<String> sentences) {
        return new Upload(id, url, filename, title, hidden, eraseAt, bytes, sha256, storedAt, state, message, format,
                formatDescription, lines,
                rowLines, notes, problems, fileProblems, rows, runs, ids, sentences, summary, bundled);
    }

    /** In lower case, as on the wire and in the tables. */
    public enum State {
        importing,
        ready,
        /** a table whose columns a person must explain */
        needs_mapping,
        failed
    }
}
