package org.gpucomm.server.ingest.reimport;

import java.time.Instant;
import java.util.ArrayList;

import org.gpucomm.server.ingest.uploads.Upload;
import org.jspecify.annotations.Nullable;

/**
 * Upload that was read again, as described in docs/api.md.
 *
 * @param message     reason for a failure, after which the earlier reading stays visible
 * @param changedRows number of measurements with other values; null if the readings have different numbers of measurements
 * @param endedAt     null while it is being read
 */
record Reimport(String upload, String url, String filename, Upload.State state, @Nullable String message, Counts before,
        Counts after, @Nullable Long changedRows, boolean changed, String summary, @Nullable Instant endedAt) {

    private static final String NOTHING = "nothing changed";

    static Reimport of(String upload, String filename, Upload.State state, @Nullable String message, Counts before,
            Counts after, @Nullable Long changedRows, @Nullable Instant endedAt) {
        var summary = switch (state) {
            case importing -> "being read";
            case failed, needs_mapping -> "could not be read again; what was read before is still shown";
            case ready -> difference(before, after, changedRows);
        };
        return new Reimport(upload, "/uploads/" + upload, filename, state, message, before, after, changedRows,
                state == Upload.State.ready && !summary.equals(NOTHING), summary, endedAt);
    }

    private static String difference(Counts before, Counts after, @Nullable Long changedRows) {
        var parts = new ArrayList<String>();
        if (before.state() == Upload.State.failed) {
            parts.add("could not be read before");
        }
        add(parts, before.rows(), after.rows(), "measurement");
        add(parts, before.problems(), after.problems(), "problem");
        add(parts, before.runs(), after.runs(), "run");
        if (changedRows != null && changedRows > 0) {
            parts.add(count(changedRows, "measurement") + (changedRows == 1 ? " has" : " have") + " other values");
        }
        return parts.isEmpty() ? NOTHING : String.join("; ", parts);
    }

    private static void add(ArrayList<String> parts, long before, long after, String what) {
        if (before != after) {
            parts.add(count(after, what) + " instead of " + before);
        }
    }

    private static String count(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }

    /** Result of a reading. @param parsers versions of all parsers */
    record Counts(String parsers, Upload.State state, @Nullable String format, long lines, long rows, long problems,
            long runs) {}
}
