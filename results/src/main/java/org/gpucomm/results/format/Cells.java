package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.List;

/** The cells of a line of a table laid out with white space. Split by hand, because a log has millions of lines. */
public final class Cells {

    private Cells() {}

    /** Returns the cells divided by any white space. */
    public static List<String> of(String line) {
        return divided(line, 1);
    }

    /** Returns the cells divided by two or more spaces or a tab, so that a cell (a column name) may contain single spaces. */
    public static List<String> apart(String line) {
        return divided(line, 2);
    }

    /** Returns whether the cell is digits only. */
    public static boolean isWhole(String cell) {
        for (int i = 0; i < cell.length(); i++) {
            if (cell.charAt(i) < '0' || cell.charAt(i) > '9') {
                return false;
            }
        }
        return !cell.isEmpty();
    }

    private static List<String> divided(String line, int spaces) {
        var cells = new ArrayList<String>();
        int length = line.length();
        int from = afterSpaces(line, 0);
        while (from < length) {
            int to = from;
            int next = from;
            while (next < length && next - to < spaces && !endsAtTab(line, to, next)) {
                if (!isSpace(line.charAt(next))) {
                    to = next + 1;
                }
                next++;
            }
            cells.add(withoutEmphasis(line.substring(from, to)));
            from = afterSpaces(line, to);
        }
        return cells;
    }

    /** Returns a number that Markdown prints in bold without its marks: {@code **5544.28**}. */
    private static String withoutEmphasis(String cell) {
        boolean bold = cell.length() > 4 && cell.startsWith("**") && cell.endsWith("**")
                && Character.isDigit(cell.charAt(2));
        return bold ? cell.substring(2, cell.length() - 2) : cell;
    }

    private static boolean endsAtTab(String line, int to, int next) {
        return next > to && line.charAt(next - 1) == '\t';
    }

    private static int afterSpaces(String line, int from) {
        int i = from;
        while (i < line.length() && isSpace(line.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }
}
