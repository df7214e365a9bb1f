package org.gpucomm.results.format;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A line above what is measured that says what it is: between rows of one character, {@code ==== RUN A: SHARP OFF ====}, or prose that
 * ends with a colon, {@code This is what I get with UCX 1.10:}.
 */
final class Banner {

    private static final String FRAMES = "=%#*-~+>";
    private static final int SHORTEST_FRAME = 3;
    private static final int LONGEST = 100;
    private static final Pattern PROSE = Pattern
            .compile(
                    "(?i)[*_>\\s]*+(?!the following|usage|options|note|warning|error)([A-Za-z][^|:=\\t/]{1,70}?)[*_\\s]*:[*_\\s]*");
    private static final String WITH = " with ";

    private Banner() {}

    /** Returns the words of the line, or null if it is no banner. */
    static @Nullable String words(String line) {
        var text = line.strip();
        if (text.endsWith(":") || text.endsWith(":**")) {
            var prose = PROSE.matcher(text);
            return prose.matches() ? withoutBeginning(prose.group(1)) : null;
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

    /** What differs between two runs stands at the end: {@code here are the results with} says nothing. */
    private static String withoutBeginning(String prose) {
        int with = prose.lastIndexOf(WITH);
        return with < 0 ? prose : prose.substring(with + WITH.length());
    }
}
