package org.gpucomm.results.format.unwrap;

import static org.gpucomm.results.format.unwrap.Scan.at;
import static org.gpucomm.results.format.unwrap.Scan.digits;
import static org.gpucomm.results.format.unwrap.Scan.spaces;

import java.util.Set;

/** Line numbers and file names that {@code cat -n}, {@code nl} and {@code grep} put before a line. */
final class Numbering {

    /** More lines than any log has; a longer number is something else. */
    private static final int MOST_DIGITS = 9;
    private static final int LONGEST_PATH = 300;
    /** Ends of names of files with logs; without one a host, a process or a time may be meant. */
    private static final Set<String> LOGS = Set.of("log", "txt", "out", "err");

    private Numbering() {}

    /** Returns the index behind <code>     7&#9;</code>, {@code 7:} or, in what grep shows around its hits, {@code 7-}; else -1. */
    static int end(String text, int from) {
        int first = spaces(text, from);
        int behind = digits(text, first, 1, MOST_DIGITS);
        return switch (at(text, behind)) {
            case '\t' -> behind + 1;
            case ':', '-' -> first == from ? behind + 1 : -1;
            default -> -1;
        };
    }

    /** Returns the number that ends before {@code end}, as {@link #end} found it. */
    static int number(String text, int from, int end) {
        int first = spaces(text, from);
        return Integer.parseInt(text, first, end - 1, 10);
    }

    /** Returns whether a line with one number can follow one with another: cat and nl leave none out, grep does. */
    static boolean follows(int number, int before, char mark) {
        return mark == '\t' ? number == before + 1 : number > before;
    }

    /** Returns the index behind {@code logs/a.log:}, {@code a.log:12:} or {@code a.log-12-}; else -1. */
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

    /** Returns the index behind the name of a log, at the colon or the hyphen that follows it. */
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
