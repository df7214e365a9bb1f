package org.gpucomm.server.ingest.uploads;

import org.gpucomm.results.Secrets;
import org.gpucomm.analysis.identity.ColumnText;
import org.jspecify.annotations.Nullable;

/** Sanitized name of an upload: shown and parsed, never used as a path. */
final class Filename {

    static final int MAX_LENGTH = 200;
    private static final String UNNAMED = "unnamed";

    private Filename() {}

    /** Returns the last part of a path, without control characters or secrets, at most {@value #MAX_LENGTH} characters long. */
    static String of(@Nullable String given) {
        if (given == null) {
            return UNNAMED;
        }
        var name = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
        // Cc: control; Cf: invisible, including those that reverse the direction of text; Zl, Zp: line ends
        var visible = name.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "").strip();
        if (visible.isEmpty() || visible.matches("\\.+")) {
            return UNNAMED;
        }
        return ColumnText.cut(Secrets.hide(visible), MAX_LENGTH);
    }
}
