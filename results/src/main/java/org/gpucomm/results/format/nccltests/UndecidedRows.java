package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;

/**
 * Rows at the top of a table without banner or command line that could be of several operations: rows of no elements, or with
 * bandwidths too small to decide. A later row may decide what all are.
 */
final class UndecidedRows {

    /** More rows than a sweep by doubling has. */
    private static final int MOST = 40;
    /** Lines, of any kind, that are waited for. */
    private static final int PATIENCE = 60;

    private final List<Line> lines = new ArrayList<>();
    private List<Entry> revised = List.of();
    private int waited;

    void add(Line line) {
        if (lines.size() < MOST) {
            lines.add(line);
        }
    }

    /** Returns whether a next row may decide. */
    boolean isWaiting() {
        return !lines.isEmpty();
    }

    /** The operation shows by now, so that the table can read them. */
    void decide(RowReader table) {
        if (lines.isEmpty()) {
            return;
        }
        var rows = new ArrayList<Entry>();
        for (var line : lines) {
            try {
                rows.add(new Entry.Row(line.number(), table.read(LineWords.of(line.text()))));
            } catch (DamagedRow | IllegalArgumentException damaged) {
                // stays the problem that it is
            }
        }
        lines.clear();
        revised = rows;
    }

    /** Returns what is decided by now; it must be asked after each line. */
    List<Entry> takeRevised() {
        if (++waited > PATIENCE) {
            lines.clear();
        }
        var taken = revised;
        revised = List.of();
        return taken;
    }
}
