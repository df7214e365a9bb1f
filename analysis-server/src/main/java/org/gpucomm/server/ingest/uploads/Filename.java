package org.gpucomm.server.ingest.uploads;

import org.gpucomm.results.Secrets;
import org.gpucomm.analysis.identity.ColumnText;
import org.jspecify.annotations.Nullable;

/** The name that an upload came with, made harmless: it is shown and parsed, and never becomes a path. */
final class Filename {

    static final int MAX_LENGTH = 200;
    private static final String UNNAMED = "unnamed";

    private Filename() {}

    /**
     * The last part of a path of any system, without control characters and at most {@value #MAX_LENGTH} long, with stars in place of what
     * looks like a secret.
     */
    static String of(@Nullable String given) {
        if (given == null) {
            return UNNAMED;
        }
        var name = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
        // Cc: control; Cf: invisible, among them those that turn the direction of writing round; Zl, Zp: line ends
        var visible = name.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "").strip();
        if (visible.isEmpty() || visible.matches("\\.+")) {
            return UNNAMED;
        }
        return ColumnText.cut(Secrets.hide(visible), MAX_LENGTH);
    }
}
