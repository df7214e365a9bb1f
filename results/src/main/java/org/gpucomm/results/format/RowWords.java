package org.gpucomm.results.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
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

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Eight bytes of each, to look at eight characters at once. */
    private static final long SPACES = 0x2020202020202020L;
    private static final long ABOVE_SPACES = 0x2121212121212121L;
    private static final long POINTS = 0x2E2E2E2E2E2E2E2EL;
    private static final long ZEROS = 0x3030303030303030L;
    /** Added to a digit this is at most 0x7F. */
    private static final long UP_TO_NINES = 0x4646464646464646L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final int[] from = new int[MOST];
    private final int[] to = new int[MOST];
    /** Of each word the characters that are no digits: 1 for a point, {@link #NO_NUMBER} for others. */
    private final int[] oddities = new int[MOST];
    private byte[] bytes = {};
    private int count;

    /**
     * Reads the line that begins at {@code at}. Spaces are passed over, and words shorter than eight bytes told to be numbers or
     * not, eight bytes at once; all in one method, which the compiler then need not put together.
     *
     * @param text where a line feed stands at or behind {@code at}
     * @return where the next line begins; -1 if this is no plain line
     */
    public int read(byte[] text, int at) {
        bytes = text;
        int last = text.length - Long.BYTES;
        int n = 0;
        int i = at;
        while (n < MOST) {
            long ahead = i <= last ? (long) LONG.get(text, i) : 0;
            if (ahead == SPACES) {
                i += Long.BYTES;
                continue;
            }
            int spaces = Long.numberOfTrailingZeros(ahead ^ SPACES) >>> 3;
            if (spaces > 0) {
                i += spaces;
                ahead = i <= last ? (long) LONG.get(text, i) : 0;
            }
            int length = Long.numberOfTrailingZeros(ahead - ABOVE_SPACES & ~ahead & HIGH_BITS) >>> 3;
            if (length == 0 || length == Long.BYTES) {
                int end = readBytes(text, i, n);
                if (end == i) {
                    break;
                }
                from[n] = i;
                to[n++] = end;
                i = end;
                continue;
            }
            // the word with zeros before it; the high bit of each byte that is a point; zeros in the place of points
            long word = ahead << Long.SIZE - Byte.SIZE * length | ZEROS >>> Byte.SIZE * length;
            long others = word ^ POINTS;
            long points = ~((others & ~HIGH_BITS) + ~HIGH_BITS | others | ~HIGH_BITS);
            long digits = word ^ (points >>> 7) * ('.' ^ '0');
            boolean number = ((digits + UP_TO_NINES | digits - ZEROS) & HIGH_BITS) == 0;
            oddities[n] = number ? Long.bitCount(points) : NO_NUMBER;
            from[n] = i;
            i += length;
            to[n++] = i;
        }
        count = n;
        return text[i] == '\n' ? i + 1 : -1;
    }

    /** Reads the word that begins at {@code at}, byte after byte. @return where it ends: there, if there is none */
    private int readBytes(byte[] text, int at, int word) {
        int i = at;
        int odd = 0;
        for (byte c = text[i]; c > ' '; c = text[++i]) {
            if (c < '0' || c > '9') {
                odd += c == '.' ? 1 : NO_NUMBER;
            }
        }
        oddities[word] = odd;
        return i;
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
