package org.gpucomm.results.format.unwrap;

/** Text of a line without everything meant for terminals and browsers: colours, cursor moves, bells, invisible characters. */
public final class PlainText {

    private static final char ESCAPE = '\u001B';
    private static final char BELL = '\u0007';
    /** Limit for a title or a link; otherwise a line with many starts would be searched to its end for each. */
    private static final int MAX_STRING = 4096;

    private PlainText() {}

    public static boolean hasEscape(String text) {
        return text.indexOf(ESCAPE) >= 0;
    }

    /** Returns the text without escape sequences (ECMA-48) and control characters; spaces of other widths become plain ones. */
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
            case '\0' -> { // a hole in the file, ignored at the start of a line
                if (!plain.isEmpty()) {
                    plain.append('\uFFFD');
                }
            }
            case '\uFEFF', '\u200B' -> { // a byte order mark between joined files, or a possible line break
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

    /** Returns the index after {@code ESC [ parameters letter}. */
    private static int behindControlSequence(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) < '@') {
            i++;
        }
        return i < text.length() && text.charAt(i) <= '~' && text.charAt(i) >= '@' ? i + 1 : i;
    }

    /** Returns the index after {@code ESC ] text BEL} or {@code ESC ] text ESC \}, a title or a link; {@code from} if it has no end. */
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

    /** Returns the index after {@code ESC ( B} or {@code ESC 7}. */
    private static int behindOther(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) < '0') {
            i++;
        }
        return i < text.length() && text.charAt(i) <= '~' && text.charAt(i) >= '0' ? i + 1 : i;
    }
}
