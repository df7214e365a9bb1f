package org.gpucomm.analysis.identity;

import org.jspecify.annotations.Nullable;

/** Conversion of texts from files to texts that a database column can store. */
public final class ColumnText {

    private ColumnText() {}

    /** Returns at most {@code length} characters, the last of them {@code …} if the text was cut. */
    public static String cut(String text, int length) {
        // PostgreSQL stores neither a zero character nor half of a surrogate pair.
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

    /** Returns the cut text, or an empty one for null, for columns in which empty means unknown. */
    public static String cutOrEmpty(@Nullable String text, int length) {
        return text == null ? "" : cut(text, length);
    }
}
