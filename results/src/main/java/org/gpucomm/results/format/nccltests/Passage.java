package org.gpucomm.results.format.nccltests;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Text known by its bytes.
 *
 * @param lines number of lines that end in it
 */
record Passage(byte[] bytes, int lines) {

    /** What could begin the text of another writer within a line, or hold a line within an object. */
    private static final String[] OF_OTHERS = {"NCCL ", "]<", "] *** ", "}\n"};

    /** Null if not each of its lines would be given as it is again: other than printable ASCII, or by a second writer. */
    static @Nullable Passage of(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\n' && (c < ' ' || c > '~')) {
                return null;
            }
        }
        for (var other : OF_OTHERS) {
            if (text.contains(other)) {
                return null;
            }
        }
        return new Passage(text.getBytes(StandardCharsets.US_ASCII), (int) text.chars().filter(c -> c == '\n').count());
    }

    /** Index behind it, if it stands at {@code from}; else -1. */
    int behind(byte[] text, int from, int to) {
        int end = from + bytes.length;
        return end <= to && Arrays.equals(bytes, 0, bytes.length, text, from, end) ? end : -1;
    }
}
