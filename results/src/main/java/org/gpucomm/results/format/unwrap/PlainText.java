package org.gpucomm.results.format.unwrap;

import java.util.regex.Pattern;

/** Text of a line without everything meant for terminals and browsers: colours, cursor moves, bells, invisible characters. */
public final class PlainText {

    /**
     * Escape sequences (ECMA-48): {@code ESC [ parameters letter}; a title or a link, {@code ESC ] text BEL} or {@code ESC ] text ESC \};
     * {@code ESC ( B} or {@code ESC 7}. Without a limit for titles, a line with many starts would be searched to its end for each.
     */
    private static final Pattern ESCAPE = Pattern.compile("\\x1B(?:\\[[ -?]*+[@-~]?+"
            + "|[\\]P_^X](?:[^\\x07\\x1B]{0,4095}+(?:\\x07|\\x1B\\\\))?+|[ -/]*+[0-~]?+)");
    /** Spaces of other widths: a table copied from a web page. */
    private static final Pattern SPACE = Pattern.compile("[\\u00A0\\u2007\\u202F]");
    /** Control characters; a byte order mark between joined files, or a possible line break. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\uFEFF\\u200B]|[\\p{Cc}&&[^\\t\\x00]]");
    private static final Pattern ZEROS_AT_START = Pattern.compile("^\\x00+");

    private PlainText() {}

    public static boolean hasEscape(String text) {
        return text.indexOf('\u001B') >= 0;
    }

    /** Returns the text without escape sequences and control characters. Zeros, holes in the file, become U+FFFD behind other text. */
    public static String of(String text) {
        var visible = hasEscape(text) ? ESCAPE.matcher(text).replaceAll("") : text;
        visible = INVISIBLE.matcher(SPACE.matcher(visible).replaceAll(" ")).replaceAll("");
        return ZEROS_AT_START.matcher(visible).replaceAll("").replace('\0', '\uFFFD');
    }
}
