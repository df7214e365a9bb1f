package org.gpucomm.server.series;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.gpucomm.results.Decimal;
import org.jspecify.annotations.Nullable;

/**
 * The digits that columns of doubles were printed with, as the table {@code curve} stores them: the number of decimals of each
 * value as one character, one for the whole column where all have as many, and the columns joined by commas. A number in another
 * form, such as {@code 1.5e+06}, is stored as it was printed.
 *
 * @param decimals what the column {@code decimals} holds
 * @param printed  what the column {@code printed} holds; empty = null
 */
record PrintedDigits(String decimals, List<String> printed) {

    private static final char NONE = ' ';
    private static final char AS_PRINTED = '!';
    private static final char ZERO = '0';
    /** Decimal digits that a double holds exactly. */
    private static final int EXACT_DIGITS = 15;

    /** Reads the columns of numbers. @param columns a column without any number is empty */
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

    /** Returns whether the digits are few and in the usual form, which saves most numbers the comparison. */
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

    /** Returns the columns of numbers as they were printed. @param numbers their values; a column without any number is null */
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
