package org.gpucomm.server.ingest;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one upload with their places in it. Whoever reads the same upload under the same name sees the same
 * numbers: the import, and the pages that show the log again.
 */
public final class NumberedLog implements Closeable {

    private final LogReader log;
    private final RunNumbers runs = new RunNumbers();
    private long position;
    private long measurements;
    private long problems;
    private int run;

    /**
     * @param bytes    closed with this
     * @param filename under which it is read
     */
    NumberedLog(InputStream bytes, String filename) throws IOException, UnreadableFile {
        this.log = LogReader.open(bytes, filename);
    }

    /** The next entry; null after the last. */
    public @Nullable NumberedEntry next() throws IOException, RefusedFile {
        var entry = log.next();
        return entry == null ? null : numbered(entry);
    }

    /** The line that the latest entry with a position is about, as it stands in the file. */
    public Line line() {
        return log.line();
    }

    Set<Format> formats() {
        return log.formats();
    }

    /** @throws UnreadableFile if there was no section of any format */
    void requireResults() throws UnreadableFile {
        log.requireResults();
    }

    @Override
    public void close() throws IOException {
        log.close();
    }

    private NumberedEntry numbered(Entry entry) throws RefusedFile {
        long at = entry.line() > 0 ? ++position : 0;
        return switch (entry) {
            case Entry.Row row -> {
                run = runs.of(row.measurements().getFirst());
                long first = measurements + 1;
                measurements += row.measurements().size();
                yield new NumberedEntry(row, at, source(), first, 0, run);
            }
            case Entry.Note note -> {
                run = note.section() > 0 ? note.section() : run;
                yield new NumberedEntry(note, at, source(), 0, 0, note.section());
            }
            case Entry.Problem problem -> new NumberedEntry(problem, at, source(), 0, ++problems, run);
        };
    }

    /** The member of an archive that is being read; archives are not opened yet. */
    private @Nullable String source() {
        return null;
    }
}
