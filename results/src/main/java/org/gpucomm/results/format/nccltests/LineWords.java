package org.gpucomm.results.format.nccltests;

import java.math.BigDecimal;
import java.util.Arrays;

import org.gpucomm.results.Decimal;
import org.jspecify.annotations.Nullable;

/**
 * The words of the latest line, without the comment mark in front. One object reads all lines of a section and creates strings only on
 * request, because a log has millions of lines.
 */
final class LineWords {

    /** More words than any line of a table or banner has; further words are dropped. */
    private static final int MOST = 256;

    /** Words in nearly all lines. */
    private static final int FEW = 24;
    private static final int NO_NUMBER = 1 << 10;
    private static final int LONGEST_NUMBER = 40;
    /** Digits of a whole number. */
    private static final int MOST_DIGITS = 18;
    private static final double[] POWERS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
            1e14, 1e15, 1e16};

    private String text = "";
    private char[] chars = new char[256];
    private int[] from = new int[FEW];
    private int[] to = new int[FEW];
    /** Non-digits of each word: 1 for a point plus {@link #NO_NUMBER} for each other character. */
    private int[] oddities = new int[FEW];
    private int count;
    private boolean commented;

    static LineWords of(String line) {
        var words = new LineWords();
        words.read(line);
        return words;
    }

    void read(String line) {
        text = line;
        int length = line.length();
        if (length > chars.length) {
            chars = new char[length + length / 2];
        }
        line.getChars(0, length, chars, 0);
        int i = afterMark(length);
        int n = 0;
        while (i < length && n <= MOST) {
            if (n == from.length) {
                grow();
            }
            from[n] = i;
            int odd = 0;
            for (char c = chars[i]; c != ' ' && c != '\t';) {
                odd += c >= '0' && c <= '9' ? 0 : c == '.' ? 1 : NO_NUMBER;
                if (++i == length) {
                    break;
                }
                c = chars[i];
            }
            oddities[n] = odd;
            to[n++] = i;
            while (i < length && (chars[i] == ' ' || chars[i] == '\t')) {
                i++;
            }
        }
        count = n;
    }

    String line() {
        return text;
    }

    int count() {
        return count;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Returns whether a {@code #} precedes the words. */
    boolean commented() {
        return commented;
    }

    /** Returns word {@code i}; empty if there are fewer words. */
    String get(int i) {
        return i >= count ? "" : text.substring(from[i], to[i]);
    }

    /** Returns the rest of the line from word {@code i}. */
    String from(int i) {
        return i < count ? text.substring(from[i]).stripTrailing() : "";
    }

    /** Returns whether {@link #from(int)} equals a text. */
    boolean isFrom(int i, String rest) {
        return i < count && count <= MOST && to[count - 1] - from[i] == rest.length()
                ? text.startsWith(rest, from[i])
                : from(i).equals(rest);
    }

    /** Returns the column of the first character after word {@code i}. */
    int end(int i) {
        return to[i];
    }

    boolean is(int i, String word) {
        return i < count && to[i] - from[i] == word.length() && text.startsWith(word, from[i]);
    }

    boolean startsWith(int i, String prefix) {
        return i < count && to[i] - from[i] >= prefix.length() && text.startsWith(prefix, from[i]);
    }

    int indexOf(String word) {
        for (int i = 0; i < count; i++) {
            if (is(i, word)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the position of a word, trying its usual position first; -1 if the word is missing. */
    int indexOf(String word, int usual) {
        return is(usual, word) ? usual : indexOf(word);
    }

    boolean contains(String word) {
        return indexOf(word) >= 0;
    }

    boolean contains(int i, char c) {
        for (int at = i < count ? from[i] : to[i]; at < to[i]; at++) {
            if (chars[at] == c) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the word is digits, optionally after a minus. */
    boolean isWhole(int i) {
        if (i >= count) {
            return false;
        }
        return oddities[i] == 0 || oddities[i] == NO_NUMBER && chars[from[i]] == '-' && to[i] - from[i] > 1;
    }

    /** Returns whether {@link #whole} accepts the word. */
    boolean isCount(int i) {
        return i < count && oddities[i] == 0 && to[i] - from[i] <= MOST_DIGITS;
    }

    /**
     * Returns the whole number at {@code i}.
     *
     * @throws IllegalArgumentException if the word is not one, is negative, or has more than 18 digits
     */
    long whole(int i) {
        if (!isCount(i)) {
            throw new IllegalArgumentException("'" + get(i) + "' is no number of bytes or elements");
        }
        long value = 0;
        for (int at = from[i]; at < to[i]; at++) {
            value = value * 10 + (chars[at] - '0');
        }
        return value;
    }

    /** Returns the number at {@code i} with its digits; null if the word is not a number. */
    @Nullable
    Decimal decimal(int i) {
        if (i >= count) {
            return null;
        }
        int length = to[i] - from[i];
        if (length == 1 && chars[from[i]] == '0') {
            return Decimal.ZERO;
        }
        return oddities[i] <= 1 && length > 1 && length <= LONGEST_NUMBER
                ? Decimal.ofDigits(text, from[i], to[i])
                : Decimal.at(text, from[i], to[i]);
    }

    /** Returns the number at {@code i}; NaN if the word is not a number. */
    double number(int i) {
        if (!isShortDecimal(i)) {
            var value = decimal(i);
            return value == null ? Double.NaN : value.doubleValue();
        }
        long digits = 0;
        for (int at = from[i]; at < to[i]; at++) {
            digits = chars[at] == '.' ? digits : digits * 10 + (chars[at] - '0');
        }
        return digits / POWERS[decimals(i)];
    }

    /** Returns half a unit of the last digit of the number at {@code i}, the largest rounding error. */
    double halfUnit(int i) {
        return isShortDecimal(i) ? 0.5 / POWERS[decimals(i)] : new BigDecimal(get(i)).ulp().doubleValue() / 2;
    }

    private boolean isShortDecimal(int i) {
        return i < count && oddities[i] <= 1 && to[i] - from[i] > oddities[i] && to[i] - from[i] < POWERS.length;
    }

    private int decimals(int i) {
        int at = to[i];
        while (oddities[i] > 0 && chars[at - 1] != '.') {
            at--;
        }
        return to[i] - at;
    }

    static boolean isWhole(String word) {
        int first = word.startsWith("-") ? 1 : 0;
        for (int i = first; i < word.length(); i++) {
            if (!isDigit(word.charAt(i))) {
                return false;
            }
        }
        return word.length() > first;
    }

    private void grow() {
        from = Arrays.copyOf(from, 2 * from.length);
        to = Arrays.copyOf(to, 2 * to.length);
        oddities = Arrays.copyOf(oddities, 2 * oddities.length);
    }

    private int afterMark(int length) {
        int i = 0;
        commented = false;
        while (i < length && (chars[i] == ' ' || chars[i] == '\t' || chars[i] == '#')) {
            commented |= chars[i] == '#';
            i++;
        }
        return i;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
