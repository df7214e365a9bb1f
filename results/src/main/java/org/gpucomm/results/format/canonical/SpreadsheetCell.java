package org.gpucomm.results.format.canonical;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cell of a CSV that people open in spreadsheets. Text that a spreadsheet would run as a formula gets an apostrophe in front, and text
 * that already begins with one gets another, so that {@link #read} restores every text. Text after a semicolon is treated the same: where
 * the comma separates decimals, spreadsheets begin a new cell there.
 */
public final class SpreadsheetCell {

    /** Characters that begin a formula; some programs treat the wide East Asian forms like the narrow ones. */
    private static final String BEGINNINGS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]++(?:[eE][-+]?[0-9]++)?+");

    private SpreadsheetCell() {}

    public static String write(String text) {
        return ofEachPart(text,
                part -> isFormula(part) && !NUMBER.matcher(part).matches() ? "'" + part : part);
    }

    static String read(String cell) {
        return cell.indexOf('\'') < 0
                ? cell
                : ofEachPart(cell,
                        part -> part.charAt(0) == '\'' && isFormula(part) ? part.substring(1) : part);
    }

    private static String ofEachPart(String text, UnaryOperator<String> change) {
        if (text.indexOf(';') < 0) {
            return text.isEmpty() ? text : change.apply(text);
        }
        return Stream.of(text.split(";", -1)).map(part -> part.isEmpty() ? part : change.apply(part))
                .collect(Collectors.joining(";"));
    }

    /** Returns whether the first character after any apostrophes can begin a formula. */
    private static boolean isFormula(String text) {
        int i = 0;
        while (i < text.length() && text.charAt(i) == '\'') {
            i++;
        }
        return i < text.length() && BEGINNINGS.indexOf(text.charAt(i)) >= 0;
    }
}
