package org.gpucomm.results.format;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A line above a table that names the run: framed by one repeated character, {@code ==== RUN A: SHARP OFF ====}, between two lines of
 * equals signs, or prose that ends with a colon, {@code This is what I get with UCX 1.10:}.
 */
final class Banner {

    private static final String FRAMES = "=%#*-~+>";
    private static final int SHORTEST_FRAME = 3;
    private static final int SHORTEST_EDGE = 10;
    private static final int LONGEST = 100;
    private static final int LONGEST_PROSE = 72;
    /** More words are a sentence about a run, not its name. */
    private static final int MOST_WORDS = 6;
    /** Marks of Markdown around a line. */
    private static final String MARKS = "*_>: \t";
    /** Openings of lines that programs and shells print, not people. */
    private static final List<String> OF_PROGRAMS = List.of("the following", "usage", "options", "note", "warning",
            "error");
    private static final String WITH = " with ";

    private Banner() {}

    /** Returns whether the line is the upper or lower edge of a frame: {@code ==========}. */
    static boolean isEdge(String line) {
        var text = line.strip();
        return text.length() >= SHORTEST_EDGE && text.chars().allMatch(each -> each == '=');
    }

    /** Returns the words of a line below the edge of a frame; null if it is too long for a name. */
    static @Nullable String framed(String line) {
        var text = line.strip();
        return text.length() <= LONGEST_PROSE && text.split("\\s+").length <= MOST_WORDS
                && !isEdge(line) && text.chars().anyMatch(Character::isLetter) ? text : null;
    }

    /** Returns the words of the line; null if it is not a banner. */
    static @Nullable String words(String line) {
        var text = line.strip();
        if (text.endsWith(":") || text.endsWith(":**")) {
            return prose(text);
        }
        if (text.length() <= SHORTEST_FRAME || FRAMES.indexOf(text.charAt(0)) < 0) {
            return null;
        }
        char frame = text.charAt(0);
        int from = 0;
        while (from < text.length() && text.charAt(from) == frame) {
            from++;
        }
        int to = text.length();
        while (to > from && text.charAt(to - 1) == frame) {
            to--;
        }
        var words = text.substring(from, to).strip();
        return from >= SHORTEST_FRAME && words.length() <= LONGEST && words.chars().anyMatch(Character::isLetter)
                ? words
                : null;
    }

    private static @Nullable String prose(String text) {
        int from = 0;
        while (from < text.length() && MARKS.indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        int to = text.length();
        while (to > from && MARKS.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        var words = text.substring(from, to);
        var lower = words.toLowerCase(Locale.ROOT);
        boolean isProse = words.length() > 1 && words.length() <= LONGEST_PROSE && Character.isLetter(words.charAt(0))
                && words.chars().noneMatch(each -> "|:=\t/".indexOf(each) >= 0)
                && OF_PROGRAMS.stream().noneMatch(lower::startsWith);
        boolean isName = lower.contains(WITH) || words.split(" ").length <= MOST_WORDS;
        return isProse && isName ? withoutBeginning(words) : null;
    }

    /** Removes the common opening {@code here are the results with}: the difference between two runs is at the end. */
    private static String withoutBeginning(String prose) {
        int with = prose.lastIndexOf(WITH);
        return with < 0 ? prose : prose.substring(with + WITH.length());
    }
}
