package org.gpucomm.results.format;

import org.jspecify.annotations.Nullable;

/** A line that a script prints above what it starts, between rows of one character: {@code ==== RUN A: SHARP OFF ====}. */
final class Banner {

    private static final String FRAMES = "=%#*-~+>";
    private static final int SHORTEST_FRAME = 3;
    private static final int LONGEST = 100;

    private Banner() {}

    /** Returns the words of the line, or null if it is no banner. */
    static @Nullable String words(String line) {
        var text = line.strip();
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
}
