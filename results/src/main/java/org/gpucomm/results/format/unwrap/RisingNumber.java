package org.gpucomm.results.format.unwrap;

import java.util.List;
import java.util.function.Supplier;

/**
 * Check that the numbers before lines are those of the lines. They are if they rise line by line, and from the log's first line on: the
 * header of a table that begins with such numbers itself has none before it.
 */
final class RisingNumber {

    /** Lines in a row without a number, after which there are none any more. */
    private static final int MOST_WITHOUT = 40;

    private boolean begun;
    private boolean believed;
    private boolean taken;
    private int last;
    private int without;

    /** Returns whether the number that begins at {@code at} is to be taken off; a line has one. */
    boolean takes(String text, int at, Supplier<List<String>> next) {
        if (taken) {
            return false;
        }
        if (!begun) {
            believed = rise(text.substring(at), next.get());
        }
        taken = believed && (!begun || follows(text, at));
        if (taken) {
            last = Numbering.number(text, at, Numbering.end(text, at));
        }
        return taken;
    }

    /** Returns whether lines bear numbers here. */
    boolean isBelieved() {
        return believed;
    }

    /** Must be called after each line. */
    void passed(String text) {
        begun = begun || !text.isBlank() && !isCommand(text);
        without = taken ? 0 : without + 1;
        taken = false;
        believed &= without < MOST_WITHOUT;
    }

    /** {@code $ cat -n a.log}: what may stand before the first number. */
    private static boolean isCommand(String text) {
        return text.contains(" -n") || text.contains("nl -");
    }

    private boolean follows(String text, int at) {
        int end = Numbering.end(text, at);
        return Numbering.follows(Numbering.number(text, at, end), last, text.charAt(end - 1));
    }

    /** Returns whether most of these lines bear a number, and none a wrong one. */
    private boolean rise(String first, List<String> next) {
        last = Numbering.number(first, 0, Numbering.end(first, 0));
        int counted = 1;
        int bearing = 1;
        for (var text : next) {
            if (text.isBlank()) {
                continue;
            }
            counted++;
            int end = Numbering.end(text, 0);
            if (end < 0) {
                continue;
            }
            int number = Numbering.number(text, 0, end);
            if (!Numbering.follows(number, last, text.charAt(end - 1))) {
                return false;
            }
            last = number;
            bearing++;
        }
        return last > 1 && bearing > 1 && 2 * bearing > counted;
    }
}
