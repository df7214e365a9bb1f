package org.gpucomm.server.live;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Secrets;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.overlay.Overlay;
import org.gpucomm.analysis.identity.BadParameter;
import org.jspecify.annotations.Nullable;

/**
 * Message of a runner about its run.
 *
 * @param name     title of the run
 * @param from     number of measurements before the first of {@code rows}
 * @param rows     measurements as JSON lines; empty = no new ones
 * @param progress null if it is not known
 * @param upload   id of the upload with the results; null before the end
 */
record LiveUpdate(String name, State state, int from, String rows, @Nullable Progress progress,
        @Nullable String upload) {

    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_ROWS = 1 << 20;

    LiveUpdate {
        name = Secrets.hide(name);
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new BadParameter("name must have 1 to " + LONGEST_NAME + " characters");
        }
        if (from < 0) {
            throw new BadParameter("from must be at least 0, was " + from);
        }
        if (rows.length() > LONGEST_ROWS) {
            throw new BadParameter("rows must have at most " + LONGEST_ROWS + " characters; send them in pieces");
        }
        if (upload != null && !upload.matches("[0-9a-f]{16}")) {
            throw new BadParameter("upload must be the id of an upload, 16 hexadecimal digits, was '" + upload + "'");
        }
    }

    enum State {
        running,
        /** The run has measured everything. */
        ended,
        /** The run was stopped before it had measured everything. */
        stopped
    }

    /** @param done number of {@code of}, in {@code unit} @param secondsLeft estimate */
    record Progress(String doing, int done, int of, String unit, @Nullable Long secondsLeft) {

        Progress {
            doing = Secrets.hide(doing);
            if (doing.length() > LONGEST_NAME || unit.length() > LONGEST_NAME) {
                throw new BadParameter("doing and unit must have at most " + LONGEST_NAME + " characters");
            }
        }
    }

    /** Returns the measurements, in their order. */
    List<LiveRow> read() throws IOException {
        if (rows.isBlank()) {
            return List.of();
        }
        var found = new ArrayList<LiveRow>();
        try (var reader = LogReader.open(new ByteArrayInputStream(rows.getBytes(StandardCharsets.UTF_8)),
                "live.jsonl")) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Row row) {
                    row.measurements().forEach(m -> found.add(new LiveRow(Overlay.Key.of(m), Overlay.Point.of(m))));
                } else if (entry instanceof Entry.Problem problem) {
                    throw new BadParameter("rows must be measurements as JSON lines; line " + problem.line() + ": "
                            + problem.reason());
                }
            }
        } catch (UnreadableFile e) {
            throw new BadParameter("rows must be measurements as JSON lines: " + e.getMessage());
        }
        if (found.isEmpty()) {
            throw new BadParameter("rows must be measurements as JSON lines, and there is none");
        }
        return found;
    }
}
