package org.gpucomm.results.format.unwrap;

import static org.gpucomm.results.format.unwrap.Scan.at;
import static org.gpucomm.results.format.unwrap.Scan.isDigit;

/** Start of the message of a dying program, {@code [host:pid] *** Process received signal ***}, within another line. */
final class CrashTail {

    private static final String END_OF_PREFIX = "] *** ";

    private CrashTail() {}

    /** Returns the index where the message begins; -1 if there is none, or if it begins the line. */
    static int begin(String text) {
        int end = text.indexOf(END_OF_PREFIX);
        if (end < 0) {
            return -1;
        }
        int i = end;
        while (isDigit(at(text, i - 1))) {
            i--;
        }
        if (i == end || at(text, i - 1) != ':') {
            return -1;
        }
        int begin = text.lastIndexOf('[', i);
        return begin <= 0 || text.substring(0, begin).isBlank() ? -1 : begin;
    }
}
