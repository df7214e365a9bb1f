package org.gpucomm.results.format.unwrap;

import java.util.Iterator;
import java.util.function.Supplier;

/**
 * The blanks in front of all lines of a block: code in a document or a list, or an indented log. A block begins with a line of words
 * followed by another line, and ends before a line further left. Rows begin with a number and are right-aligned, so they begin no block,
 * and a row further left belongs to the block above.
 */
final class Indentation {

    private static final String NOT_MEASURED = "N/A";
    /** DeepEP lists results with this character; without the blanks in front they would look like quotations. */
    private static final char LIST = '>';

    private String margin = "";

    /**
     * Returns the index after the margin of the next line.
     *
     * @param from  start of the text after a launcher's prefix
     * @param ahead the following lines, each from that position; called where a block may begin
     */
    int end(String text, int from, Supplier<Iterator<String>> ahead) {
        int first = Scan.blanks(text, from);
        if (first == text.length()) {
            return from;
        }
        if (!text.startsWith(margin, from)) {
            margin = "";
        }
        if (first - from > margin.length() && !isNumber(text, first) && text.charAt(first) != LIST
                && !isRowWithoutName(text, first)) {
            margin = marginOf(text.substring(from, first), ahead.get());
        }
        return from + margin.length();
    }

    /** Returns whether the line is a row of a table without outer bars, whose first cell is empty: {@code   | 4k | 7.07}. */
    private static boolean isRowWithoutName(String text, int first) {
        return text.charAt(first) == '|' && !text.stripTrailing().endsWith("|");
    }

    /** Returns the index after the current margin in a following line. */
    int known(String text) {
        return text.startsWith(margin) ? margin.length() : 0;
    }

    private String marginOf(String blanks, Iterator<String> ahead) {
        var common = blanks;
        boolean followed = false;
        while (ahead.hasNext()) {
            var text = ahead.next();
            int first = Scan.blanks(text, 0);
            if (first == text.length()) {
                continue;
            }
            int shared = shared(common, text);
            if (shared < common.length() && (shared <= margin.length() || !isNumber(text, first))) {
                break;
            }
            common = common.substring(0, shared);
            followed = true;
        }
        return followed ? common : margin;
    }

    private static int shared(String blanks, String text) {
        int i = 0;
        while (i < blanks.length() && Scan.at(text, i) == blanks.charAt(i)) {
            i++;
        }
        return i;
    }

    private static boolean isNumber(String text, int first) {
        char c = text.charAt(first);
        return Scan.isDigit(c) || (c == '-' || c == '+' || c == '.') && Scan.isDigit(Scan.at(text, first + 1))
                || text.startsWith(NOT_MEASURED, first);
    }
}
