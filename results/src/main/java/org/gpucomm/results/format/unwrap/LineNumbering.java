package org.gpucomm.results.format.unwrap;

import static org.gpucomm.results.format.unwrap.Scan.at;
import static org.gpucomm.results.format.unwrap.Scan.digits;
import static org.gpucomm.results.format.unwrap.Scan.spaces;

import java.util.Set;

/** Line numbers and file names that {@code cat -n}, {@code nl} and {@code grep} put before a line. */
final class LineNumbering {

    /** Digits of the largest line number; a longer number is something else. */
    private static final int MOST_DIGITS = 9;
    private static final int LONGEST_PATH = 300;
    /** File extensions of logs; a name without one may be a host, a process or a time. */
    private static final Set<String> LOGS = Set.of("log", "txt", "out", "err");

    private LineNumbering() {}

    /** Returns the index after <code>     7&#9;</code>, {@code 7:} or {@code 7-} (grep's lines around its hits); -1 if there is none. */
    static int end(String text, int from) {
        int first = spaces(text, from);
        int behind = digits(text, first, 1, MOST_DIGITS);
        return switch (at(text, behind)) {
            case '\t' -> behind + 1;
            case ':', '-' -> first == from ? behind + 1 : -1;
            default -> -1;
        };
    }

    /** Returns the number that ends before {@code end}, found by {@link #end}. */
    static int number(String text, int from, int end) {
        int first = spaces(text, from);
        return Integer.parseInt(text, first, end - 1, 10);
    }

    /** Returns whether a line with one number can follow a line with another: cat and nl skip none, grep does. */
    static boolean follows(int number, int before, char mark) {
        return mark == '\t' ? number == before + 1 : number > before;
    }

    /** Returns the index after {@code logs/a.log:}, {@code a.log:12:} or {@code a.log-12-}; -1 if there is none. */
    static int endOfFile(String text, int from) {
        int name = endOfName(text, from);
        if (name < 0) {
            return -1;
        }
        int number = digits(text, name + 1, 1, MOST_DIGITS);
        boolean numbered = at(text, number) == at(text, name) && at(text, name + 1) != '0';
        if (numbered) {
            return number + 1;
        }
        return at(text, name) == ':' ? name + 1 : -1;
    }

    /** Returns the index after the name of a log, of the colon or hyphen that follows; -1 if there is none. */
    static int endOfName(String text, int from) {
        int dot = -1;
        for (int i = from; i - from < LONGEST_PATH; i++) {
            char c = at(text, i);
            if ((c == ':' || c == '-') && dot > from && LOGS.contains(text.substring(dot + 1, i))) {
                return i;
            }
            if (!Scan.isNamePart(c) && c != '/') {
                return -1;
            }
            dot = c == '.' ? i : dot;
        }
        return -1;
    }
}
