package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;

/**
 * Rows at the top of a table without banner or command line that fit several operations: rows without elements, or with bandwidths too
 * small to decide. A later row may decide for all of them.
 */
final class UndecidedRows {

    /** More rows than a sweep by doubling has. */
    private static final int MOST = 40;
    /** Number of lines, of any kind, to wait for a decision. */
    private static final int PATIENCE = 60;

    private final List<Line> lines = new ArrayList<>();
    private List<Entry> revised = List.of();
    private int waited;

    void add(Line line) {
        if (lines.size() < MOST) {
            lines.add(line);
        }
    }

    /** Returns whether rows wait for a later one to decide. */
    boolean isWaiting() {
        return !lines.isEmpty();
    }

    /** Reads the waiting rows, now that a row has decided the operation. */
    void decide(RowReader table) {
        if (lines.isEmpty()) {
            return;
        }
        var rows = new ArrayList<Entry>();
        for (var line : lines) {
            try {
                rows.add(new Entry.Row(line.number(), table.read(LineWords.of(line.text()), line.ended())));
            } catch (DamagedRow | IllegalArgumentException damaged) {
                // stays a problem
            }
        }
        lines.clear();
        revised = rows;
    }

    /** Returns the rows decided by now; must be called after each line. */
    List<Entry> takeRevised() {
        if (++waited > PATIENCE) {
            lines.clear();
        }
        var taken = revised;
        revised = List.of();
        return taken;
    }
}
