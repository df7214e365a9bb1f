package org.gpucomm.results.format.unwrap;

/**
 * Prefixes by their possible first characters. The first character alone excludes a prefix for nearly all lines without one: a row begins
 * with spaces or a digit, a comment with {@code #}.
 */
final class Candidates {

    private static final Prefix[] NONE = {};
    private static final Prefix[] AT_BRACKET = {Prefix.OMPI_TAG, Prefix.KUBECTL, Prefix.RANK, Prefix.TIME,
            Prefix.LEVEL};
    private static final Prefix[] AT_PARENTHESIS = {Prefix.RAY};
    private static final Prefix[] AT_ANGLE = {Prefix.QUOTE};
    private static final Prefix[] AT_DASH = {Prefix.LEVEL, Prefix.ITEM};
    private static final Prefix[] AT_SPACE = {Prefix.NUMBER, Prefix.SRUN};
    private static final Prefix[] AT_PATH = {Prefix.GREP};
    private static final Prefix[] AT_DIGIT = {Prefix.ZONED_TIME, Prefix.TIME, Prefix.EPOCH, Prefix.JOURNAL,
            Prefix.STREAM, Prefix.NUMBER, Prefix.SRUN, Prefix.GREP, Prefix.COMPOSE, Prefix.STERN};
    private static final Prefix[] AT_SEPARATOR = {Prefix.LEVEL};
    private static final Prefix[] AT_LETTER = {Prefix.SYSLOG, Prefix.MPI_TIME, Prefix.STEP, Prefix.JOURNAL,
            Prefix.STREAM, Prefix.GREP, Prefix.COMPOSE, Prefix.STERN, Prefix.HOST, Prefix.LEVEL};

    private Candidates() {}

    static Prefix[] of(String text, int at) {
        if (at >= text.length()) {
            return NONE;
        }
        char first = text.charAt(at);
        if (first == '#') {
            return NONE;
        }
        if (first == ' ') {
            return isRightAlignedNumber(text, at) ? AT_SPACE : NONE;
        }
        if (Scan.isDigit(first)) {
            return isNumberAlone(text, at) ? NONE : AT_DIGIT;
        }
        return switch (first) {
            case '[' -> AT_BRACKET;
            case '(' -> AT_PARENTHESIS;
            case '>' -> AT_ANGLE;
            case '-' -> AT_DASH;
            case '|', '{' -> AT_SEPARATOR;
            case '.', '/' -> AT_PATH;
            default -> Scan.isLetter(first) && !isOfLibrary(text, at) ? AT_LETTER : NONE;
        };
    }

    /** Returns whether a library logged the line, as {@code host:17:18 [0] NCCL …} or {@code libfabric:17:…}; these fill debug logs. */
    private static boolean isOfLibrary(String text, int from) {
        int at = from;
        while (Scan.isNamePart(Scan.at(text, at))) {
            at++;
        }
        int pid = Scan.digits(text, at + 1);
        int thread = Scan.digits(text, pid + 1);
        return text.startsWith("libfabric:", from) || Scan.at(text, at) == ':' && Scan.at(text, pid) == ':'
                && text.startsWith(" [", thread) && text.startsWith("] NCCL ", Scan.digits(text, thread + 2));
    }

    private static boolean isRightAlignedNumber(String text, int at) {
        char behind = Scan.at(text, Scan.digits(text, Scan.spaces(text, at)));
        return behind == ':' || behind == '\t';
    }

    /** Returns whether the text is a number of fewer than ten digits before a space: neither a time nor a rank. */
    private static boolean isNumberAlone(String text, int at) {
        int end = Scan.digits(text, at);
        return end - at < 10 && Scan.at(text, end) == ' ';
    }
}
