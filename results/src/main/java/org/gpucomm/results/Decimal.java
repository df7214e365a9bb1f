package org.gpucomm.results;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A number exactly as somebody printed it: {@code 0.00} stays {@code 0.00}, {@code 1.34218e+08} stays in e-notation.
 * Equality is equality of the text.
 *
 * @param text a decimal number: optional sign, digits with at most one point, optional exponent
 */
public record Decimal(String text) implements Comparable<Decimal> {

    public Decimal {
        if (!isDecimal(text)) {
            throw new IllegalArgumentException("not a decimal number: '" + text + "'");
        }
    }

    /** The number in {@code text}, surrounding white space aside; empty if it is no finite decimal number. */
    public static Optional<Decimal> parse(String text) {
        var trimmed = text.strip();
        return isDecimal(trimmed) ? Optional.of(new Decimal(trimmed)) : Optional.empty();
    }

    /** A computed number in Java's shortest form that reads back as the same double, without exponent. */
    public static Decimal of(double value) {
        return of(BigDecimal.valueOf(value));
    }

    public static Decimal of(long value) {
        return new Decimal(Long.toString(value));
    }

    static Decimal of(BigDecimal value) {
        return new Decimal(value.toPlainString());
    }

    public double doubleValue() {
        return Double.parseDouble(text);
    }

    public BigDecimal toBigDecimal() {
        return new BigDecimal(text);
    }

    /** This number times ten to the {@code power}, exactly, with no digit lost. */
    public Decimal timesTenToThe(int power) {
        return of(toBigDecimal().scaleByPowerOfTen(power));
    }

    /** This number divided by eight, exactly and with its trailing zeros: bits to bytes. */
    public Decimal dividedByEight() {
        return of(toBigDecimal().multiply(new BigDecimal("0.125")));
    }

    /** This number times {@code factor}, exactly. */
    public Decimal times(long factor) {
        return of(toBigDecimal().multiply(BigDecimal.valueOf(factor)));
    }

    @Override
    public int compareTo(Decimal other) {
        return toBigDecimal().compareTo(other.toBigDecimal());
    }

    @Override
    public String toString() {
        return text;
    }

    private static boolean isDecimal(String text) {
        int length = text.length();
        int i = 0;
        if (i < length && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
            i++;
        }
        int firstDigit = i;
        i = skipDigits(text, i);
        int digits = i - firstDigit;
        if (i < length && text.charAt(i) == '.') {
            int afterPoint = i + 1;
            i = skipDigits(text, afterPoint);
            digits += i - afterPoint;
        }
        // 40 digits are more than any tool prints; an unbounded exponent would let a short text become a huge one.
        if (digits == 0 || digits > 40) {
            return false;
        }
        if (i < length && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
            i++;
            if (i < length && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
                i++;
            }
            int exponent = i;
            i = skipDigits(text, i);
            if (i == exponent || i - exponent > 2) {
                return false;
            }
        }
        return i == length;
    }

    private static int skipDigits(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i;
    }
}
