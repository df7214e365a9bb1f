package org.gpucomm.results.format;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * This class tells how a run failed, in the words of its log: the first line that reports a failure, and the last that was
 * printed before. A line that reports a failure is understood, so that it is a note and no problem.
 */
public final class Failing {

    private static final int LONGEST_QUOTE = 200;

    private @Nullable String words;

    /** Takes down that this line of the log reports a failure. @param section whose run has failed */
    public Entry.Note reported(Line line, int section, Log log) {
        if (words == null) {
            words = "line " + line.number() + " says " + quoted(line.text()) + log.before(line);
        }
        log.failedAt(line);
        return new Entry.Note(line.number(), section,
                List.of(new Entry.Fact(Entry.Fact.FAILURE, shortened(line.text()))));
    }

    /** Returns whether a failure was reported. */
    public boolean isReported() {
        return words != null;
    }

    /** {@code line 12 says "…"; the last line before it, 11, is "…"}; null if no failure was reported. */
    public @Nullable String words() {
        return words;
    }

    static String quoted(String text) {
        return "\u201c" + shortened(text) + "\u201d";
    }

    private static String shortened(String text) {
        var shown = text.strip().replaceAll("\\p{Cntrl}|\\s+", " ");
        return shown.length() > LONGEST_QUOTE ? shown.substring(0, LONGEST_QUOTE) + "\u2026" : shown;
    }
}
