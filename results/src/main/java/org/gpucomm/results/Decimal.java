package org.gpucomm.results;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A number with the exact text of its source: {@code 0.00} stays {@code 0.00}, {@code 1.34218e+08} keeps its exponent. Two numbers are
 * equal if their texts are equal.
 */
public final class Decimal implements Comparable<Decimal> {

    public static final Decimal ZERO = new Decimal("0");

    /** More than any tool prints. */
    private static final int MOST_DIGITS = 40;

    /** An unbounded exponent would let a short text become a huge number. */
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(?=\\.?(?:\\d\\.?){1," + MOST_DIGITS
            + "}(?:[eE]|\\z))\\d*\\.?\\d*(?:[eE][-+]?\\d{1,2})?");

    private static final int EXACT_DIGITS = 15;
    private static final double[] POWERS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
            1e14, 1e15};

    private final String text;

    /** @param text a decimal number: optional sign, digits with at most one point, optional exponent */
    public Decimal(String text) {
        if (!isPlain(text, 0, text.length()) && !isDecimal(text, 0, text.length())) {
            throw new IllegalArgumentException("not a decimal number: '" + text + "'");
        }
        this.text = text;
    }

    /** Wraps a part of a line that is known to be a decimal number. */
    private Decimal(String line, int from, int to) {
        this.text = line.substring(from, to);
    }

    /** Returns the number in {@code text}, ignoring surrounding white space; empty if the text is not a finite decimal number. */
    public static Optional<Decimal> parse(String text) {
        var trimmed = text.strip();
        return Optional.ofNullable(at(trimmed, 0, trimmed.length()));
    }

    /** Returns the number in {@code text}. @throws IllegalArgumentException if the text is not a finite decimal number */
    public static Decimal require(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException("no number: '" + text + "'"));
    }

    /** Returns the number between two positions of {@code line}; null if the text there is not a finite decimal number. */
    public static @Nullable Decimal at(String line, int from, int to) {
        return isPlain(line, from, to) || isDecimal(line, from, to) ? new Decimal(line, from, to) : null;
    }

    /** Returns a computed number in Java's shortest form that reads back as the same double, without exponent. */
    public static Decimal of(double value) {
        return of(BigDecimal.valueOf(value));
    }

    public static Decimal of(long value) {
        return new Decimal(Long.toString(value));
    }

    static Decimal of(BigDecimal value) {
        return new Decimal(value.toPlainString());
    }

    public String text() {
        return text;
    }

    /** Returns the nearest double. With up to 15 digits, the digits and the power of ten are exact, so one division rounds correctly. */
    public double doubleValue() {
        long digits = 0;
        int decimals = -1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.') {
                decimals = 0;
            } else if (c < '0' || c > '9' || text.length() > EXACT_DIGITS) {
                return Double.parseDouble(text);
            } else {
                digits = digits * 10 + (c - '0');
                decimals += decimals < 0 ? 0 : 1;
            }
        }
        return decimals < 1 ? digits : digits / POWERS[decimals];
    }

    boolean isBelowZero() {
        return text.charAt(0) == '-' && doubleValue() < 0;
    }

    public BigDecimal toBigDecimal() {
        return new BigDecimal(text);
    }

    /** Returns this number times ten to the {@code power}, exactly, with no digit lost. */
    public Decimal timesTenToThe(int power) {
        return of(toBigDecimal().scaleByPowerOfTen(power));
    }

    /** Returns this number divided by eight, exactly and with trailing zeros: converts bits to bytes. */
    public Decimal dividedByEight() {
        return of(toBigDecimal().multiply(new BigDecimal("0.125")));
    }

    /** Returns this number times {@code factor}, exactly. */
    public Decimal times(long factor) {
        return of(toBigDecimal().multiply(BigDecimal.valueOf(factor)));
    }

    @Override
    public int compareTo(Decimal other) {
        return toBigDecimal().compareTo(other.toBigDecimal());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Decimal that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** Returns whether the text is digits with at most one point, as nearly all numbers are. Called many times for each line of a log. */
    private static boolean isPlain(String text, int from, int end) {
        int points = 0;
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            if (c == '.') {
                points++;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        return points <= 1 && end - from > points && end - from <= MOST_DIGITS;
    }

    private static boolean isDecimal(String text, int from, int end) {
        return DECIMAL.matcher(text).region(from, end).matches();
    }
}
