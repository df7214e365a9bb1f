package org.gpucomm.results.format.unwrap;

/**
 * Text of a line without what is for terminals and browsers only: colours, cursor moves, bells, invisible characters.
 */
public final class PlainText {

    private static final char ESCAPE = '\u001B';
    private static final char BELL = '\u0007';
    /** A title, a link; without this a line of many beginnings would be searched through for each. */
    private static final int MAX_STRING = 4096;

    private PlainText() {}

    public static boolean hasEscape(String text) {
        return text.indexOf(ESCAPE) >= 0;
    }

    /** The text without escape sequences (ECMA-48) and control characters; spaces of other widths become plain ones. */
    public static String of(String text) {
        var plain = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == ESCAPE) {
                i = behindEscape(text, i + 1);
                continue;
            }
            append(plain, c);
            i++;
        }
        return plain.toString();
    }

    private static void append(StringBuilder plain, char c) {
        switch (c) {
            case '\t' -> plain.append(c);
            case '\u00A0', '\u2007', '\u202F' -> plain.append(' '); // a table copied from a web page
            case '\0' -> { // a hole in the file: what stood there is lost, but for one before the line
                if (!plain.isEmpty()) {
                    plain.append('\uFFFD');
                }
            }
            case '\uFEFF', '\u200B' -> { // a byte order mark within a file of several, a place to break a line
            }
            default -> {
                if (!Character.isISOControl(c)) {
                    plain.append(c);
                }
            }
        }
    }

    private static int behindEscape(String text, int at) {
        if (at == text.length()) {
            return at;
        }
        return switch (text.charAt(at)) {
            case '[' -> behindControlSequence(text, at + 1);
            case ']', 'P', '_', '^', 'X' -> behindString(text, at + 1);
            default -> behindOther(text, at);
        };
    }

    /** {@code ESC [ parameters letter} */
    private static int behindControlSequence(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) < '@') {
            i++;
        }
        return i < text.length() && text.charAt(i) <= '~' && text.charAt(i) >= '@' ? i + 1 : i;
    }

    /** {@code ESC ] text BEL} or {@code ESC ] text ESC \}: a title, a link. Without an end it is no string. */
    private static int behindString(String text, int from) {
        int limit = Math.min(text.length(), from + MAX_STRING);
        int bell = text.indexOf(BELL, from, limit);
        int end = text.indexOf(ESCAPE, from, limit);
        if (bell >= 0 && (end < 0 || bell < end)) {
            return bell + 1;
        }
        if (end >= 0 && end + 1 < text.length() && text.charAt(end + 1) == '\\') {
            return end + 2;
        }
        return from;
    }

    /** {@code ESC ( B}, {@code ESC 7} */
    private static int behindOther(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) < '0') {
            i++;
        }
        return i < text.length() && text.charAt(i) <= '~' && text.charAt(i) >= '0' ? i + 1 : i;
    }
}
