package org.gpucomm.results.format;

import java.util.List;

import org.gpucomm.results.format.context.Failure;
import org.jspecify.annotations.Nullable;

/**
 * Failure of a run, in the words of its log: the line that names the first cause, and the last line printed before it. A line that reports
 * a failure is understood and is therefore a note, not a problem.
 */
public final class FailureLines {

    private static final int LONGEST_QUOTE = 300;

    private @Nullable Log log;
    private @Nullable String first;
    private int section;

    /** Records that a line of the log reports a failure. @param section section of the failed run */
    public Entry.Note reported(Line line, int section, Log log) {
        this.log = log;
        this.section = section;
        log.failed(line, section, false, false);
        first = first == null ? log.cause(section) : first;
        return note(line, section);
    }

    static Entry.Note note(Line line, int section) {
        return new Entry.Note(line.number(), section,
                List.of(new Entry.Fact(Entry.Fact.FAILURE, shortened(line.text()))));
    }

    /** Returns whether a failure was reported. */
    public boolean isReported() {
        return log != null;
    }

    /** Returns {@code line 12 says "…"; the last line before it, 11, is "…"}; null if no failure was reported. */
    public @Nullable String words() {
        var cause = log == null ? null : log.cause(section);
        return cause == null ? first : cause;
    }

    static String says(long line, String text) {
        return "line " + line + " says " + quoted(text);
    }

    static String quoted(String text) {
        return "\u201c" + shortened(text) + "\u201d";
    }

    private static String shortened(String text) {
        var whole = text.strip().replaceAll("\\p{Cntrl}|\\s+", " ");
        // The words about the failure matter more than the progress bar or time before them.
        int words = whole.length() > LONGEST_QUOTE ? Failure.at(whole) : 0;
        var shown = words == 0 ? whole : "\u2026" + whole.substring(words);
        return shown.length() > LONGEST_QUOTE ? shown.substring(0, LONGEST_QUOTE) + "\u2026" : shown;
    }
}
