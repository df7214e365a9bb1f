package org.gpucomm.results.format.unwrap;

/**
 * The tags of {@code mpirun --tag-output}: {@code [1,0]<stdout>:} (Open MPI up to 4) and {@code [prterun-host-17@1,0]<stdout>: } (since 5),
 * each optionally followed by {@code [host:pid]}. They precede every piece that a rank writes at once, even in the middle of a line.
 */
final class MpiTags {

    private static final int MAX_LENGTH = 300;
    /** {@code 1,0}, {@code 0}, and SageMaker's {@code 1,mpirank:0,algo-1}. */
    private static final String RANK = "\\d++(?:,mpirank:\\d++,[A-Za-z0-9][\\w.-]*+|,\\d++)?+";
    private static final String STREAM = "](?:\\[[^]]{0,299}+])*+<std(?:out|err|diag)>:";
    /** Regular expression of a tag; the group {@code writer} is the rank. */
    static final String TAG = "\\[(?<writer>(?:[^@\\]]{0,280}+@)?+" + RANK + ")" + STREAM
            + "(?:(?<=@[^>]{1,600}>:) )?+";
    static final String WITHOUT_NAMES = "\\[(?:[^@\\]]{0,280}+@)?+" + RANK + STREAM;
    private static final String STREAM_BEGIN = "]<std";

    private MpiTags() {}

    /** Returns the index after the tag that begins at {@code from}; -1 if there is none. */
    static int end(String text, int from) {
        return Prefix.OMPI_TAG.end(text, from);
    }

    /** Returns the index of the next tag at or after {@code from}; -1 if there is none. */
    static int next(String text, int from) {
        for (int i = text.indexOf(STREAM_BEGIN, from); i >= 0; i = text.indexOf(STREAM_BEGIN, i + 1)) {
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
}
