package org.gpucomm.figures.chart;

import java.math.BigDecimal;

/** Formatter of numbers, independent of the locale. */
public final class Numbers {

    private Numbers() {}

    /** Returns the shortest text that reads back as the same number, without exponent or {@code .0}. */
    public static String plain(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return BigDecimal.valueOf(value).toPlainString();
    }

    /** Returns the number with this many decimals, halves rounded away from zero. */
    public static String fixed(double value, int decimals) {
        var rounded = BigDecimal.valueOf(value).setScale(decimals, java.math.RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? rounded.abs().toPlainString() : rounded.toPlainString();
    }

    /** Returns the number with at least this many significant digits, and all digits before the decimal point. */
    public static String significant(double value, int digits) {
        if (value == 0) {
            return "0";
        }
        int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
        return fixed(value, Math.max(0, digits - 1 - magnitude));
    }

    /** Returns digits with thin spaces between thousands, for example {@code 27 486}. */
    public static String grouped(String digits) {
        int point = digits.indexOf('.');
        int end = point < 0 ? digits.length() : point;
        var text = new StringBuilder(digits);
        for (int i = end - 3; i > (digits.startsWith("-") ? 1 : 0); i -= 3) {
            text.insert(i, '\u2009');
        }
        return end > 4 ? text.toString() : digits;
    }
}
