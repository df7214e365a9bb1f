package org.gpucomm.results.format;

import java.util.List;

import org.gpucomm.results.format.Entry.Note;
import org.gpucomm.results.format.Entry.Problem;
import org.gpucomm.results.format.Entry.Row;

/** Rules for a line on which two writers wrote: one entry counts for the line, the rest becomes entries of line 0. */
final class Accounting {

    private Accounting() {}

    /** Returns the entry that the line counts as: a row before a problem before a note; the first if both are of one kind. */
    static Entry heavier(Entry first, Entry second) {
        return weight(second) > weight(first) ? second : first;
    }

    /** Returns the other entry without a line number; empty if it has nothing to report. */
    static List<Entry> aside(Entry entry) {
        return switch (entry) {
            case Row row -> List.of(new Row(0, row.measurements()));
            case Problem problem ->
                List.of(new Problem(0, "line " + problem.line() + ": " + problem.reason(), problem.text()));
            case Note note -> note.facts().isEmpty() ? List.of() : List.of(new Note(0, note.section(), note.facts()));
        };
    }

    private static int weight(Entry entry) {
        return switch (entry) {
            case Row row -> 2;
            case Problem problem -> 1;
            case Note note -> 0;
        };
    }
}
