package org.gpucomm.results.format.unwrap;

/** Scanner of parts of a line. Each method returns the index after the part, or -1 if the part is missing; none throws. */
final class Scan {

    private Scan() {}

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    static char at(String text, int at) {
        return at >= 0 && at < text.length() ? text.charAt(at) : '\0';
    }

    static int spaces(String text, int from) {
        int i = from;
        while (at(text, i) == ' ') {
            i++;
        }
        return i;
    }

    /** Scans spaces and tabs. */
    static int blanks(String text, int from) {
        int i = from;
        while (at(text, i) == ' ' || at(text, i) == '\t') {
            i++;
        }
        return i;
    }

    /** Scans digits, at least one. */
    static int digits(String text, int from) {
        int i = from;
        while (isDigit(at(text, i))) {
            i++;
        }
        return i == from ? -1 : i;
    }

    static boolean isNamePart(char c) {
        return isLetter(c) || isDigit(c) || c == '-' || c == '_' || c == '.';
    }

    /** Returns the number of words, separated by white space. */
    static int words(String text) {
        int words = 0;
        boolean inWord = false;
        for (int i = 0; i < text.length(); i++) {
            boolean space = Character.isWhitespace(text.charAt(i));
            words += inWord || space ? 0 : 1;
            inWord = !space;
        }
        return words;
    }
}
