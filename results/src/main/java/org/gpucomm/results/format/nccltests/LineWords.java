package org.gpucomm.results.format.nccltests;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.format.Cells;
import org.jspecify.annotations.Nullable;

/** The words of the latest line, without the comment mark in front. */
final class LineWords {

    /** More words than any line of a table or banner has; further words are dropped. */
    private static final int MOST = 256;
    /** Digits of a whole number. */
    private static final int MOST_DIGITS = 18;

    private String text = "";
    private List<Word> words = List.of();
    private boolean commented;

    /** A word and its place in the line. */
    private record Word(String text, int from, int to) {}

    static LineWords of(String line) {
        var words = new LineWords();
        words.read(line);
        return words;
    }

    void read(String line) {
        text = line;
        words = new ArrayList<>();
        commented = false;
        int at = 0;
        for (; at < line.length() && (isBlank(line, at) || line.charAt(at) == '#'); at++) {
            commented = commented || line.charAt(at) == '#';
        }
        while (at < line.length() && words.size() <= MOST) {
            int from = at;
            while (at < line.length() && !isBlank(line, at)) {
                at++;
            }
            words.add(new Word(line.substring(from, at), from, at));
            while (at < line.length() && isBlank(line, at)) {
                at++;
            }
        }
    }

    private static boolean isBlank(String line, int at) {
        return line.charAt(at) == ' ' || line.charAt(at) == '\t';
    }

    String line() {
        return text;
    }

    int count() {
        return words.size();
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    /** Returns whether a {@code #} precedes the words. */
    boolean commented() {
        return commented;
    }

    /** Returns word {@code i}; empty if there are fewer words. */
    String get(int i) {
        return i >= words.size() ? "" : words.get(i).text();
    }

    /** Returns the rest of the line from word {@code i}. */
    String from(int i) {
        return i < words.size() ? text.substring(words.get(i).from()).stripTrailing() : "";
    }

    /** Returns the column of the first character after word {@code i}. */
    int end(int i) {
        return i < words.size() ? words.get(i).to() : text.length();
    }

    boolean is(int i, String word) {
        return i < words.size() && get(i).equals(word);
    }

    boolean startsWith(int i, String prefix) {
        return i < words.size() && get(i).startsWith(prefix);
    }

    int indexOf(String word) {
        for (int i = 0; i < words.size(); i++) {
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
        return get(i).indexOf(c) >= 0;
    }

    /** Returns whether the word is digits, optionally after a minus. */
    boolean isWhole(int i) {
        return isWhole(get(i));
    }

    static boolean isWhole(String word) {
        return Cells.isWhole(word.startsWith("-") ? word.substring(1) : word);
    }

    /** Returns whether {@link #whole} accepts the word. */
    boolean isCount(int i) {
        return Cells.isWhole(get(i)) && get(i).length() <= MOST_DIGITS;
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
        return Long.parseLong(get(i));
    }

    /** Returns the number at {@code i} with its digits; null if the word is not a number. */
    @Nullable
    Decimal decimal(int i) {
        return Decimal.at(get(i), 0, get(i).length());
    }

    /** Returns the number at {@code i}; NaN if the word is not a number. */
    double number(int i) {
        var value = decimal(i);
        return value == null ? Double.NaN : value.doubleValue();
    }

    /** Returns half a unit of the last digit of the number at {@code i}, the largest rounding error. */
    double halfUnit(int i) {
        return new BigDecimal(get(i)).ulp().doubleValue() / 2;
    }
}
