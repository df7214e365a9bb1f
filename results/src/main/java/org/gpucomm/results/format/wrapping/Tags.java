package org.gpucomm.results.format.wrapping;

import static org.gpucomm.results.format.wrapping.Scan.at;

/**
 * The tags of {@code mpirun --tag-output}: {@code [1,0]<stdout>:} (Open MPI to 4), {@code [prterun-host-17@1,0]<stdout>: } (from
 * 5 on), each perhaps with {@code [host:pid]} behind. They stand before every piece that a rank wrote at once, also in the
 * middle of a line.
 */
final class Tags {

    private static final String STREAM = "]<std";

    private Tags() {}

    /** Index behind the tag that begins at {@code from}, or -1. */
    static int end(String text, int from) {
        int group = ranks(text, from);
        while (at(text, group) == '[') {
            int close = text.indexOf(']', group);
            group = close < 0 || close - group > 200 ? -1 : close + 1;
        }
        if (at(text, group) != '<') {
            return -1;
        }
        for (var stream : new String[]{"<stdout>:", "<stderr>:", "<stddiag>:"}) {
            int end = Scan.word(text, group, stream);
            if (end >= 0) {
                return isPrrte(text, from, group) && at(text, end) == ' ' ? end + 1 : end;
            }
        }
        return -1;
    }

    /** Index of the next tag at or behind {@code from}; -1 if there is none. */
    static int next(String text, int from) {
        for (int i = text.indexOf(STREAM, from); i >= 0; i = text.indexOf(STREAM, i + 1)) {
            int open = i;
            while (open >= from) {
                open = text.lastIndexOf('[', open);
                if (open >= from && end(text, open) > i) {
                    return open;
                }
                open = open > from && text.charAt(open - 1) == ']' ? open - 1 : -1;
            }
        }
        return -1;
    }

    /** The rank in the tag that begins at {@code from}: {@code 1,0}. */
    static String rank(String text, int from) {
        return text.substring(from + 1, text.indexOf(']', from));
    }

    private static boolean isPrrte(String text, int from, int to) {
        int mark = text.indexOf('@', from);
        return mark >= 0 && mark < to;
    }

    /** {@code [1,0]}, {@code [prterun-host-17@1,0]}, {@code [0]} */
    private static int ranks(String text, int from) {
        if (at(text, from) != '[') {
            return -1;
        }
        int close = text.indexOf(']', from);
        if (close < 0 || close - from > 300) {
            return -1;
        }
        int begin = Math.max(from, text.lastIndexOf('@', close)) + 1;
        int job = Scan.digits(text, begin);
        int rank = at(text, job) == ',' ? Scan.digits(text, job + 1) : job;
        return rank == close ? close + 1 : -1;
    }
}
