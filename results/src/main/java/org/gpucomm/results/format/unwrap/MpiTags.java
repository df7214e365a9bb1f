package org.gpucomm.results.format.unwrap;

import static org.gpucomm.results.format.unwrap.Scan.at;

/**
 * The tags of {@code mpirun --tag-output}: {@code [1,0]<stdout>:} (Open MPI up to 4) and {@code [prterun-host-17@1,0]<stdout>: } (since 5),
 * each optionally followed by {@code [host:pid]}. They precede every piece that a rank writes at once, even in the middle of a line.
 */
final class MpiTags {

    private static final String STREAM = "]<std";
    private static final String[] STREAMS = {"<stdout>:", "<stderr>:", "<stddiag>:"};
    private static final int MAX_LENGTH = 300;

    private MpiTags() {}

    /** Returns the index after the tag that begins at {@code from}; -1 if there is none. */
    static int end(String text, int from) {
        int group = ranks(text, from);
        while (at(text, group) == '[') {
            int close = text.indexOf(']', group, limit(text, group));
            group = close < 0 ? -1 : close + 1;
        }
        if (at(text, group) != '<') {
            return -1;
        }
        for (var stream : STREAMS) {
            int end = Scan.word(text, group, stream);
            if (end >= 0) {
                return isPrrte(text, from, group) && at(text, end) == ' ' ? end + 1 : end;
            }
        }
        return -1;
    }

    /** Returns the index of the next tag at or after {@code from}; -1 if there is none. */
    static int next(String text, int from) {
        for (int i = text.indexOf(STREAM, from); i >= 0; i = text.indexOf(STREAM, i + 1)) {
            int begin = begin(text, from, i);
            if (begin >= 0) {
                return begin;
            }
        }
        return -1;
    }

    /** Returns the index of the tag whose stream is at {@code stream}, within the longest length of a tag; -1 if there is none. */
    private static int begin(String text, int from, int stream) {
        int first = Math.max(from, stream - MAX_LENGTH);
        for (int i = stream; i >= first; i--) {
            char c = text.charAt(i);
            if (c == '[' && end(text, i) > stream) {
                return i;
            }
            if (c == '>') {
                return -1;
            }
        }
        return -1;
    }

    /** Returns the rank in the tag that begins at {@code from}, for example {@code 1,0}. */
    static String rank(String text, int from) {
        return text.substring(from + 1, text.indexOf(']', from));
    }

    private static boolean isPrrte(String text, int from, int to) {
        return text.indexOf('@', from, to) >= 0;
    }

    /** Reads {@code [1,0]}, {@code [prterun-host-17@1,0]}, {@code [0]} and SageMaker's {@code [1,mpirank:0,algo-1]}. */
    private static int ranks(String text, int from) {
        if (at(text, from) != '[') {
            return -1;
        }
        int close = text.indexOf(']', from, limit(text, from));
        if (close < 0) {
            return -1;
        }
        int begin = Math.max(from, text.indexOf('@', from, close)) + 1;
        int job = Scan.digits(text, begin);
        int named = at(text, job) == ',' ? Scan.word(text, job + 1, "mpirank:") : -1;
        if (named >= 0) {
            int comma = Scan.digits(text, named);
            return at(text, comma) == ',' && Scan.identifier(text, comma + 1) == close ? close + 1 : -1;
        }
        int rank = at(text, job) == ',' ? Scan.digits(text, job + 1) : job;
        return rank == close ? close + 1 : -1;
    }

    private static int limit(String text, int from) {
        return Math.min(text.length(), from + MAX_LENGTH);
    }
}
