package org.gpucomm.server.ingest.parsing;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.customtable.CustomTable;
import org.jspecify.annotations.Nullable;

/** Entries of one upload with their positions, the same each time that the upload is read under the same name. */
public final class NumberedLog implements Closeable {

    /** Maximum number of lines. A log of one night has millions; small archives of line breaks once occupied imports for minutes. */
    private static final long MOST_LINES = 50_000_000;

    private final LogReader log;
    private final long mostLines;
    private final RunNumbers runs = new RunNumbers();
    /** Number of the current file, its lines so far, and the lines of all files before it. */
    private int member = 1;
    private long lines;
    private long before;
    private long measurements;
    private long problems;
    private int run;

    /** @param bytes closed with the log @param filename name under which it is read @param answers meanings of columns that people gave */
    NumberedLog(InputStream bytes, String filename, CustomTable.Answers answers) throws IOException, UnreadableFile {
        this(bytes, filename, answers, MOST_LINES);
    }

    /** @param mostLines maximum number of lines of a file, or of a member of an archive */
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

    /** Returns the reader of the log, which knows its formats and the file of the latest entry. */
    public LogReader reader() {
        return log;
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

    /** Returns the position of an entry by its line number, since entries that a torn line held back come late. */
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

    /** Numbers of the runs in a file: the section, or the next free number if a CSV of several files repeats a section. */
    private static final class RunNumbers {

        /** Maximum number of runs in a file, beyond realistic files; bounds the memory. */
        private static final int MAX_RUNS = 20_000;

        private final Map<RunInSource, Integer> numbers = new HashMap<>();
        private final Set<Integer> taken = new HashSet<>();
        private int highest;

        /** @throws RefusedFile if there are more than {@value #MAX_RUNS} */
        int of(Measurement measurement) throws RefusedFile {
            var section = new RunInSource(measurement.source(), measurement.section());
            var known = numbers.get(section);
            if (known != null) {
                return known;
            }
            if (numbers.size() == MAX_RUNS) {
                throw new RefusedFile("the file has more than " + MAX_RUNS + " benchmark sections; split it");
            }
            int number = taken.contains(section.number()) ? highest + 1 : section.number();
            numbers.put(section, number);
            taken.add(number);
            highest = Math.max(highest, number);
            return number;
        }

        private record RunInSource(String source, int number) {}
    }
}
