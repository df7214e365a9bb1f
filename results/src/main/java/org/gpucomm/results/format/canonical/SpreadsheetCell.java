package org.gpucomm.results.format.canonical;

import java.util.regex.Pattern;

/**
 * A cell of CSV that people open in spreadsheets. Text that a spreadsheet would run as a formula gets an apostrophe in front,
 * and what begins so already gets one more, so that {@link #read} returns every text as it was.
 */
public final class SpreadsheetCell {

    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]++(?:[eE][-+]?[0-9]++)?+");

    private SpreadsheetCell() {}

    public static String write(String text) {
        return isFormula(text) && !NUMBER.matcher(text).matches() ? "'" + text : text;
    }

    static String read(String cell) {
        return !cell.isEmpty() && cell.charAt(0) == '\'' && isFormula(cell) ? cell.substring(1) : cell;
    }

    /** Returns whether the first character behind apostrophes is one of those at which a formula begins. */
    private static boolean isFormula(String text) {
        int i = 0;
        while (i < text.length() && text.charAt(i) == '\'') {
            i++;
        }
        return i < text.length() && "=+-@\t\r".indexOf(text.charAt(i)) >= 0;
    }
}
