package org.gpucomm.server.logviewer;

import java.util.List;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;
import org.gpucomm.server.ingest.parsing.NumberedEntry;
import org.jspecify.annotations.Nullable;

/**
 * One line of a log and what became of it.
 *
 * @param position     1-based, among all lines of the upload
 * @param line         1-based, in its file
 * @param source       the member of an archive; null where the upload is the log itself
 * @param reason       why it could not be used; null unless it is a problem
 * @param run          number of the run that it belongs to, 0 = none
 * @param measurements that it gave
 * @param facts        what it says of the run, {@code name = value}
 * @param text         as it stands in the file, at most {@value #MAX_TEXT} characters of it
 * @param cut          whether characters were left out
 */
record LogLine(long position, long line, @Nullable String source, LineOutcome became, @Nullable String reason, int run,
        int measurements, List<String> facts, String text, boolean cut) {

    static final int MAX_TEXT = 4000;
    private static final int MAX_FACTS = 20;

    /** A line that is not classified. */
    static LogLine untold(long position, @Nullable String source, Line line) {
        var shown = shown(line.text());
        return new LogLine(position, line.number(), source, LineOutcome.note, null, 0, 0, List.of(), shown,
                line.cut() || shown.length() < line.text().length());
    }

    /** @param line that the entry is about */
    static LogLine of(NumberedEntry numbered, Line line) {
        var shown = shown(line.text());
        boolean cut = line.cut() || shown.length() < line.text().length();
        return switch (numbered.entry()) {
            case Entry.Row row -> new LogLine(numbered.position(), row.line(), numbered.source(), LineOutcome.row, null,
                    numbered.run(), row.measurements().size(), List.of(), shown, cut);
            case Entry.Note note ->
                new LogLine(numbered.position(), note.line(), numbered.source(), LineOutcome.note, null,
                        numbered.run(), 0, note.facts().stream().limit(MAX_FACTS)
                                .map(fact -> fact.name() + " = " + fact.value()).toList(),
                        shown, cut);
            case Entry.Problem problem -> new LogLine(numbered.position(), problem.line(), numbered.source(),
                    LineOutcome.problem, problem.reason(), numbered.run(), 0, List.of(), shown, cut);
        };
    }

    /** A character of two chars is not cut in half, for half a character cannot be written. */
    private static String shown(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT);
    }
}
