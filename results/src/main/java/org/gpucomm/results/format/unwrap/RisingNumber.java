package org.gpucomm.results.format.unwrap;

import java.util.List;
import java.util.function.Supplier;

/**
 * Check that numbers before lines are line numbers: they rise from line to line, starting with the first line of the log. If a table itself
 * begins with such numbers, its header has none.
 */
final class RisingNumber {

    /** Lines in a row without a number after which the numbering counts as ended. */
    private static final int MOST_WITHOUT = 40;

    private boolean begun;
    private boolean believed;
    private boolean taken;
    private int last;
    private int without;

    /** Returns whether to remove the number that begins at {@code at}; a line has at most one. */
    boolean takes(String text, int at, Supplier<List<String>> next) {
        if (taken) {
            return false;
        }
        if (!begun) {
            believed = rise(text.substring(at), next.get());
        }
        taken = believed && (!begun || follows(text, at));
        if (taken) {
            last = number(text, at, Prefix.NUMBER.end(text, at));
        }
        return taken;
    }

    /** Returns whether lines have numbers here. */
    boolean isBelieved() {
        return believed;
    }

    /** Ends a line; must be called after each one. */
    void passed(String text) {
        begun = begun || !text.isBlank() && !isCommand(text);
        without = taken ? 0 : without + 1;
        taken = false;
        believed &= without < MOST_WITHOUT;
    }

    /** Returns whether the line may be the command before the first number, {@code $ cat -n a.log}. */
    private static boolean isCommand(String text) {
        return text.contains(" -n") || text.contains("nl -");
    }

    private static int number(String text, int from, int end) {
        return Integer.parseInt(text.substring(from, end - 1).strip());
    }

    /** Returns whether a line with one number can follow a line with another: cat and nl skip none, grep does. */
    private static boolean follows(int number, int before, char mark) {
        return mark == '\t' ? number == before + 1 : number > before;
    }

    private boolean follows(String text, int at) {
        int end = Prefix.NUMBER.end(text, at);
        return follows(number(text, at, end), last, text.charAt(end - 1));
    }

    /** Returns whether most of these lines have a number, and none a wrong one. */
    private boolean rise(String first, List<String> next) {
        last = number(first, 0, Prefix.NUMBER.end(first, 0));
        int counted = 1;
        int bearing = 1;
        for (var text : next) {
            if (text.isBlank()) {
                continue;
            }
            counted++;
            int end = Prefix.NUMBER.end(text, 0);
            if (end < 0) {
                continue;
            }
            int number = number(text, 0, end);
            if (!follows(number, last, text.charAt(end - 1))) {
                return false;
            }
            last = number;
            bearing++;
        }
        return last > 1 && bearing > 1 && 2 * bearing > counted;
    }
}
