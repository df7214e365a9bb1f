package org.gpucomm.analysis.identity;

import org.jspecify.annotations.Nullable;

/** Text from a file on its way into a column. */
public final class ColumnText {

    private ColumnText() {}

    /** At most {@code length} characters, the last of them {@code …} where some were left out. */
    public static String cut(String text, int length) {
        // PostgreSQL stores no zero character, and no half of a surrogate pair.
        var storable = text.indexOf(0) < 0 ? text : text.replace('\0', ' ');
        if (storable.length() <= length) {
            return storable;
        }
        int end = length - 1;
        return storable.substring(0, Character.isHighSurrogate(storable.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    public static @Nullable String cutOrNull(@Nullable String text, int length) {
        return text == null ? null : cut(text, length);
    }

    /** For columns in which the empty text means not known. */
    public static String cutOrEmpty(@Nullable String text, int length) {
        return text == null ? "" : cut(text, length);
    }
}
