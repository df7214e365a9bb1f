package org.gpucomm.results.format;

import java.util.Arrays;

/**
 * The words of a plain line: of a table that is laid out with spaces, nothing but ASCII, ended by LF. One object reads all
 * lines, in one pass over their bytes, and makes no other.
 */
public final class RowWords {

    /** More than any table has columns. */
    private static final int MOST = 64;
    /** Of a number that fits {@code long}. */
    private static final int MOST_DIGITS = 18;
    /** Of a decimal. */
    private static final int LONGEST_NUMBER = 40;
    /** Stands for a character that no number has. */
    private static final int NO_NUMBER = 1 << 10;

    private final int[] from = new int[MOST];
    private final int[] to = new int[MOST];
    /** Of each word the characters that are no digits: 1 for a point, {@link #NO_NUMBER} for others. */
    private final int[] oddities = new int[MOST];
    private byte[] bytes = {};
    private int count;

    /**
     * Reads the line that begins at {@code at}.
     *
     * @param text where a line feed stands at or behind {@code at}
     * @return where the next line begins; -1 if this is no plain line
     */
    public int read(byte[] text, int at) {
        bytes = text;
        int n = 0;
        int i = at;
        byte c = text[i];
        while (true) {
            while (c == ' ') {
                c = text[++i];
            }
            if (c < ' ' || n == MOST) {
                count = n;
                return c == '\n' ? i + 1 : -1;
            }
            from[n] = i;
            int odd = 0;
            while (c > ' ') {
                if (c < '0' || c > '9') {
                    odd += c == '.' ? 1 : NO_NUMBER;
                }
                c = text[++i];
            }
            oddities[n] = odd;
            to[n++] = i;
        }
    }

    public int count() {
        return count;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int from(int word) {
        return from[word];
    }

    public int to(int word) {
        return to[word];
    }

    public int length(int word) {
        return to[word] - from[word];
    }

    public boolean is(int word, byte[] other) {
        return Arrays.equals(bytes, from[word], to[word], other, 0, other.length);
    }

    /** A whole number as a program writes it: digits without a zero in front. */
    public boolean isWhole(int word) {
        int length = length(word);
        return oddities[word] == 0 && length <= MOST_DIGITS && (bytes[from[word]] != '0' || length == 1);
    }

    /** Digits, at least one, with one point at most. */
    public boolean isDecimal(int word) {
        int points = oddities[word];
        int length = length(word);
        return points <= 1 && length > points && length <= LONGEST_NUMBER;
    }

    public boolean isZero(int word) {
        return length(word) == 1 && bytes[from[word]] == '0';
    }

    /** The digits of a decimal of at most 18 as one number, the point left out. */
    public long digits(int word) {
        long digits = 0;
        for (int i = from[word]; i < to[word]; i++) {
            if (bytes[i] != '.') {
                digits = 10 * digits + (bytes[i] - '0');
            }
        }
        return digits;
    }

    /** How many of a decimal's digits stand behind its point. */
    public int decimals(int word) {
        int i = to[word];
        if (oddities[word] > 0) {
            do {
                i--;
            } while (bytes[i] != '.');
            return to[word] - i - 1;
        }
        return 0;
    }
}
