package org.gpucomm.server.logviewer;

import java.util.List;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;
import org.gpucomm.server.ingest.parsing.NumberedEntry;
import org.jspecify.annotations.Nullable;

/**
 * Line of a log and its classification.
 *
 * @param position number among all lines of the upload, from 1
 * @param line     number in its file, from 1
 * @param source   member of an archive; null if the upload is the log itself
 * @param reason   reason why the line could not be used; null unless it is a problem
 * @param run      number of its run, 0 = none
 * @param facts    facts about the run, as {@code name = value}
 * @param text     text of the line, at most {@value #MAX_TEXT} characters
 */
record LogLine(long position, long line, @Nullable String source, LineOutcome became, @Nullable String reason, int run,
        int measurements, List<String> facts, String text, boolean cut) {

    static final int MAX_TEXT = 4000;
    private static final int MAX_FACTS = 20;

    /** Returns a line without a classification. */
    static LogLine unclassified(long position, @Nullable String source, Line line) {
        var shown = shown(line.text());
        return new LogLine(position, line.number(), source, LineOutcome.note, null, 0, 0, List.of(), shown,
                line.cut() || shown.length() < line.text().length());
    }

    /** @param line line of the entry */
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

    /** Returns the first characters of a text, without splitting a surrogate pair, since half of one cannot be encoded. */
    private static String shown(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT);
    }
}
