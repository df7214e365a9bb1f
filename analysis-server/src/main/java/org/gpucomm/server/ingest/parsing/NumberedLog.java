package org.gpucomm.server.ingest.parsing;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.customtable.CustomTable;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one upload with their places in it. Anyone who reads the same upload under the same name sees the same
 * numbers: the import, and the pages that show the log again.
 */
public final class NumberedLog implements Closeable {

    /** A log of a night has some millions; two small archives of line breaks once held both imports for minutes. */
    private static final long MOST_LINES = 50_000_000;

    private final LogReader log;
    private final long mostLines;
    private final RunNumbers runs = new RunNumbers();
    /** The file that is being read: which, its lines so far, and those of all files before it. */
    private int member = 1;
    private long lines;
    private long before;
    private long measurements;
    private long problems;
    private int run;

    /**
     * @param bytes    closed with this
     * @param filename under which it is read
     * @param answers  what columns of tables mean, where somebody had to say so
     */
    NumberedLog(InputStream bytes, String filename, CustomTable.Answers answers) throws IOException, UnreadableFile {
        this(bytes, filename, answers, MOST_LINES);
    }

    /** @param mostLines of a file, or of a member of an archive */
    NumberedLog(InputStream bytes, String filename, CustomTable.Answers answers, long mostLines)
            throws IOException, UnreadableFile {
        this.log = LogReader.open(bytes, filename, answers);
        this.mostLines = mostLines;
    }

    /** Returns the next entry; null after the last. */
    public @Nullable NumberedEntry next() throws IOException, RefusedFile {
        var entry = log.next();
        return entry == null ? null : numbered(entry);
    }

    /** Returns which of the upload's files the latest entry is from, 1 for the first. */
    public int member() {
        return log.member();
    }

    public Set<Format> formats() {
        return log.formats();
    }

    /** Returns the tables in an archive whose columns a person must explain. */
    public List<CustomTable> asked() {
        return log.asked();
    }

    /** @throws UnreadableFile if there was no section of any format */
    public void requireResults() throws UnreadableFile {
        log.requireResults();
    }

    @Override
    public void close() throws IOException {
        log.close();
    }

    private NumberedEntry numbered(Entry entry) throws RefusedFile {
        long at = position(entry);
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

    /** Entries of lines that a torn one held up come a little late, so the numbers of lines count and not the entries. */
    private long position(Entry entry) throws RefusedFile {
        if (log.member() != member) {
            member = log.member();
            before += lines;
            lines = 0;
        }
        lines = Math.max(lines, entry.line());
        if (lines > mostLines) {
            throw new RefusedFile(Objects.requireNonNullElse(source(), "the file") + " has more than " + mostLines
                    + " lines: split it");
        }
        return entry.line() > 0 ? before + entry.line() : 0;
    }

    private @Nullable String source() {
        return log.isArchive() ? log.source() : null;
    }
}
