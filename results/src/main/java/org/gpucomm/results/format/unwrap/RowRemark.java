package org.gpucomm.results.format.unwrap;

import org.gpucomm.results.format.Cells;

/** Remark with an arrow or a star that a person wrote behind a row: {@code 2097152  16000.00  <-- drops}. */
final class RowRemark {

    private static final String MARKS = "<\u2190\u21D0\u2B05\u2605\u2606";

    private RowRemark() {}

    /** Returns the line without such a remark; the line itself if it has none or is no row of numbers. */
    static String without(String line) {
        int at = mark(line);
        if (at < 0) {
            return line;
        }
        var row = line.substring(0, at).stripTrailing();
        var cells = Cells.of(row);
        boolean isRow = cells.size() > 1 && isNumber(cells.getFirst().replace("|", ""))
                && (isNumber(cells.getLast()) || cells.getLast().equals("|") || cells.getLast().equals("N/A"))
                && row.indexOf('.') > 0;
        return isRow ? row : line;
    }

    /** Returns the index of a mark behind a blank; -1 if there is none. */
    private static int mark(String line) {
        for (int i = 0; i < MARKS.length(); i++) {
            int at = line.indexOf(MARKS.charAt(i));
            if (at > 0 && Character.isWhitespace(line.charAt(at - 1))
                    && (line.charAt(at) != '<' || line.startsWith("<-", at) || line.startsWith("<=", at))) {
                return at;
            }
        }
        return -1;
    }

    private static boolean isNumber(String cell) {
        return cell.isEmpty() || Character.isDigit(cell.charAt(0));
    }
}
