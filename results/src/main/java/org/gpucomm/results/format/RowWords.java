package org.gpucomm.results.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The words of a plain line: of a table that is laid out with spaces, nothing but ASCII, ended by LF. One object reads all
 * lines and makes no other.
 */
public final class RowWords {

    /** More than any table has columns. */
    private static final int MOST = 64;
    /** Of a number that is read here. */
    private static final int MOST_DIGITS = 18;
    private static final int LONGEST_NUMBER = 40;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SPACES = 0x2020202020202020L;

    private final int[] from = new int[MOST];
    private final int[] to = new int[MOST];
    private byte[] bytes = {};
    private int count;

    /**
     * Reads the line that begins at {@code at}.
     *
     * @return where the next line begins; -1 if this is no plain line, or does not end well before {@code limit}
     */
    public int read(byte[] text, int at, int limit) {
        bytes = text;
        int last = limit - Long.BYTES;
        int n = 0;
        int i = at;
        while (true) {
            if (i > last) {
                return -1;
            }
            long ahead = (long) LONG.get(text, i) ^ SPACES;
            if (ahead == 0) {
                i += Long.BYTES;
                continue;
            }
            i += Long.numberOfTrailingZeros(ahead) >>> 3;
            if (text[i] == '\n') {
                count = n;
                return i + 1;
            }
            if (n == MOST) {
                return -1;
            }
            from[n] = i;
            while (i < last && text[i] > ' ' && text[i] <= '~') {
                i++;
            }
            if (i == from[n]) {
                return -1;
            }
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
        return length <= MOST_DIGITS && (bytes[from[word]] != '0' || length == 1) && points(word) == 0;
    }

    /** Digits, at least one, with one point at most. */
    public boolean isDecimal(int word) {
        int points = points(word);
        return points <= 1 && length(word) > points && length(word) <= LONGEST_NUMBER;
    }

    /** Of a word that is a number or a word of letters. */
    public boolean isNumber(int word) {
        return bytes[from[word]] < 'A';
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
        for (int i = from[word]; i < to[word]; i++) {
            if (bytes[i] == '.') {
                return to[word] - i - 1;
            }
        }
        return 0;
    }

    /** How many points are among the digits; many if there is anything else. */
    private int points(int word) {
        int points = 0;
        for (int i = from[word]; i < to[word]; i++) {
            byte c = bytes[i];
            points += c >= '0' && c <= '9' ? 0 : c == '.' ? 1 : LONGEST_NUMBER;
        }
        return points;
    }
}
