package org.gpucomm.server.series;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.gpucomm.results.Decimal;
import org.jspecify.annotations.Nullable;

/**
 * Printed digits of columns of doubles, as the table {@code curve} stores them. Each value has one character for its number of decimals; a
 * column has a single character if all values have the same number. Columns are joined by commas. A number in another form, such as
 * {@code 1.5e+06}, is stored as text.
 *
 * @param decimals content of the column {@code decimals}
 * @param printed  content of the column {@code printed}; empty for null
 */
record PrintedDigits(String decimals, List<String> printed) {

    private static final char NONE = ' ';
    private static final char AS_PRINTED = '!';
    private static final char ZERO = '0';
    /** Decimal digits that a double holds exactly. */
    private static final int EXACT_DIGITS = 15;

    /** Encodes columns of numbers. @param columns columns; one without any number is empty */
    static PrintedDigits of(List<List<@Nullable Decimal>> columns) {
        var printed = new ArrayList<String>();
        var decimals = columns.stream().map(column -> decimals(column, printed)).toList();
        return new PrintedDigits(String.join(",", decimals), printed);
    }

    private static String decimals(List<@Nullable Decimal> column, List<String> printed) {
        var codes = new StringBuilder(column.size());
        for (var number : column) {
            char code = number == null ? NONE : code(number);
            if (number != null && code == AS_PRINTED) {
                printed.add(number.text());
            }
            codes.append(code);
        }
        boolean alike = !codes.isEmpty() && codes.charAt(0) != AS_PRINTED
                && codes.chars().allMatch(code -> code == codes.charAt(0));
        return alike ? codes.substring(0, 1) : codes.toString();
    }

    private static char code(Decimal number) {
        var text = number.text();
        int point = text.indexOf('.');
        int decimals = point < 0 ? 0 : text.length() - point - 1;
        return isPlain(text, point) || text.equals(text(number.doubleValue(), decimals))
                ? (char) (ZERO + decimals)
                : AS_PRINTED;
    }

    /** Returns whether a number is short and in the usual form; most numbers then need no comparison. */
    private static boolean isPlain(String text, int point) {
        int whole = point < 0 ? text.length() : point;
        boolean plain = text.length() <= EXACT_DIGITS && whole > 0 && point != text.length() - 1
                && (whole == 1 || text.charAt(0) != ZERO);
        for (int i = 0; plain && i < text.length(); i++) {
            char c = text.charAt(i);
            plain = i == point || c >= ZERO && c <= '9';
        }
        return plain;
    }

    private static String text(double number, int decimals) {
        return BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Returns the columns with their printed digits. @param numbers values; null for a column without any number */
    List<@Nullable Decimal @Nullable []> restore(List<Object @Nullable []> numbers) {
        var left = printed.iterator();
        var codes = decimals.split(",", -1);
        var restored = new ArrayList<@Nullable Decimal @Nullable []>();
        for (int i = 0; i < numbers.size(); i++) {
            var values = numbers.get(i);
            var ofColumn = codes[i];
            if (values == null) {
                restored.add(null);
                continue;
            }
            var column = new @Nullable Decimal[values.length];
            Arrays.setAll(column, at -> {
                char code = ofColumn.charAt(ofColumn.length() == 1 ? 0 : at);
                return values[at] == null
                        ? null
                        : new Decimal(code == AS_PRINTED ? left.next() : text((Double) values[at], code - ZERO));
            });
            restored.add(column);
        }
        return restored;
    }
}
