package org.gpucomm.results.format.customtable;

import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;

/**
 * A number as people write it in tables: {@code 2 287.61}, {@code 1,048,576}, {@code ~3.1}, {@code 5.2 \u00b1 0.3}, {@code 82.1 [79.8, 87.3]},
 * {@code 179-201}, {@code 92.2 / 91.6 / 91.9}, {@code 67.5 (-1.8 %)}. The last five give their first number.
 */
final class TableNumber {

    private static final String ABOUT = "~\u2248";
    private static final String RATIO = "%x\u00d7";
    /** Marks of footnotes behind a number. */
    private static final String FOOTNOTES = "*\u2020\u2021\u00a7";
    private static final Pattern GROUPED = Pattern
            .compile("([+-]?\\d{1,3})((?:[ '\u00a0\u2009\u202f\u2019]\\d{3}){1,6}|(?:,\\d{3}){1,6})(\\.\\d{1,9})?");

    /** A range from one number to a larger one. */
    private static final Pattern RANGE = Pattern
            .compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s?[-\u2013]\\s?(\\d{1,12}(?:\\.\\d{1,9})?)");

    /** Word behind a ratio. */
    private static final Pattern COMPARED = Pattern
            .compile(" (?:better|worse|faster|slower|higher|lower|more|less|fewer)$");

    /** Repetitions. */
    private static final Pattern SEVERAL = Pattern
            .compile("(\\d{1,12}(?:\\.\\d{1,9})?)(?: / \\d{1,12}(?:\\.\\d{1,9})?){1,9}+");

    private TableNumber() {}

    static Optional<Decimal> of(String cell, boolean decimalComma) {
        var text = withoutFootnote(cell);
        var plain = plain(text, decimalComma);
        return plain.isPresent() ? plain : decorated(text, decimalComma);
    }

    /** Returns the size in a cell with its unit, with or without a remark in parentheses: {@code 64K}, {@code 256 KiB (1024 B)}. */
    static Optional<Bytes> size(String cell) {
        var text = withoutFootnote(cell);
        int remark = text.endsWith(")") ? text.indexOf(" (") : -1;
        return Bytes.parse(remark < 0 ? text : text.substring(0, remark).strip());
    }

    private static String withoutFootnote(String cell) {
        var text = cell.strip();
        int end = text.length();
        while (end > 0 && FOOTNOTES.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(0, end).strip();
    }

    private static Optional<Decimal> plain(String text, boolean decimalComma) {
        return Decimal.parse(decimalComma ? text.replace(',', '.') : text);
    }

    private static Optional<Decimal> decorated(String text, boolean decimalComma) {
        var bare = text.isEmpty() || ABOUT.indexOf(text.charAt(0)) < 0 ? text : text.substring(1).strip();
        int spread = Math.max(bare.indexOf('\u00b1'), bare.indexOf("+/-"));
        bare = spread < 0 ? bare : bare.substring(0, spread).strip();
        int range = bare.endsWith("]") ? bare.indexOf(" [") : -1;
        bare = range < 0 ? bare : bare.substring(0, range).strip();
        var grouped = GROUPED.matcher(bare);
        if (grouped.matches() && !(decimalComma && grouped.group(2).startsWith(","))) {
            var fraction = grouped.group(3);
            return Decimal.parse(grouped.group(1) + grouped.group(2).replaceAll("\\D", "")
                    + (fraction == null ? "" : fraction));
        }
        int remark = bare.endsWith(")") ? bare.indexOf(" (") : -1;
        bare = remark < 0 ? bare : bare.substring(0, remark).strip();
        var ends = RANGE.matcher(bare);
        if (ends.matches()) {
            return Decimal.parse(ends.group(1)).filter(low -> low.doubleValue() <= Double.parseDouble(ends.group(2)));
        }
        var several = SEVERAL.matcher(bare);
        if (several.matches()) {
            return Decimal.parse(several.group(1));
        }
        return bare.length() == text.length() ? Optional.empty() : plain(bare, decimalComma);
    }

    /** Returns the number of {@code 13.2%}, {@code 1.4x} or {@code 4.3x slower}; empty for anything else. */
    static Optional<Decimal> ratio(String cell, boolean decimalComma) {
        var text = COMPARED.matcher(cell.strip()).replaceFirst("");
        int last = text.length() - 1;
        return last > 0 && RATIO.indexOf(Character.toLowerCase(text.charAt(last))) >= 0
                ? of(text.substring(0, last), decimalComma)
                : Optional.empty();
    }

    /** Returns whether the commas can only separate thousands: {@code 1,048,576}. */
    static boolean hasGroupsByComma(String cell) {
        var grouped = GROUPED.matcher(cell.strip());
        return grouped.matches() && grouped.group(2).startsWith(",") && grouped.group(2).length() > 4;
    }
}
