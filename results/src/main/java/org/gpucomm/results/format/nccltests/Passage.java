package org.gpucomm.results.format.nccltests;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Text known by its bytes, in which numbers of no consequence may be others.
 *
 * @param parts what stands between such numbers
 * @param lines number of lines that end in it
 */
record Passage(byte[][] parts, int lines) {

    /** Stands in a text for a number of no consequence and the spaces before it. */
    static final char NUMBER = 0;

    /** What could begin the text of another writer within a line, or hold a line within an object. */
    private static final String[] OF_OTHERS = {"NCCL ", "]<", "] *** ", "}\n"};

    /** Null if not each of its lines would be given as it is again: other than printable ASCII, or by a second writer. */
    static @Nullable Passage of(String text) {
        int lines = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            lines += c == '\n' ? 1 : 0;
            if (c != '\n' && c != NUMBER && (c < ' ' || c > '~')) {
                return null;
            }
        }
        for (var other : OF_OTHERS) {
            if (text.contains(other)) {
                return null;
            }
        }
        var parts = text.split(String.valueOf(NUMBER), -1);
        var bytes = new byte[parts.length][];
        Arrays.setAll(bytes, i -> parts[i].getBytes(StandardCharsets.US_ASCII));
        return new Passage(bytes, lines);
    }

    /** Index behind it, if it stands at {@code from}; else -1. */
    int behind(byte[] text, int from, int to) {
        int at = from;
        for (int i = 0; i < parts.length && at >= 0; i++) {
            int begin = i == 0 ? at : behindNumber(text, at, to);
            int end = begin + parts[i].length;
            at = begin >= 0 && end <= to && Arrays.equals(parts[i], 0, parts[i].length, text, begin, end) ? end : -1;
        }
        return at;
    }

    private static int behindNumber(byte[] text, int from, int to) {
        int digits = from;
        while (digits < to && text[digits] == ' ') {
            digits++;
        }
        int end = digits;
        while (end < to && text[end] >= '0' && text[end] <= '9') {
            end++;
        }
        return digits > from && end > digits ? end : -1;
    }
}
