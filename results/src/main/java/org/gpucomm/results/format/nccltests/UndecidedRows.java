package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;

/**
 * Rows of no elements at the top of a table without banner or command line: what operation they are of shows with the first row
 * that has elements, if it does.
 */
final class UndecidedRows {

    /** Sizes below one element for each rank: of 65536 ranks and doubles, from 8 bytes on by doubling. */
    private static final int MOST = 16;
    /** Lines, of any kind, that are waited for. */
    private static final int PATIENCE = 32;

    private final List<Line> lines = new ArrayList<>();
    private List<Entry> revised = List.of();
    private int waited;

    void add(Line line) {
        if (lines.size() < MOST) {
            lines.add(line);
        }
    }

    /** Whether a next row may decide. */
    boolean isWaiting() {
        return !lines.isEmpty();
    }

    /** The operation shows by now, so that the table can read them. */
    void decide(Rows table) {
        if (lines.isEmpty()) {
            return;
        }
        var rows = new ArrayList<Entry>();
        for (var line : lines) {
            try {
                rows.add(new Entry.Row(line.number(), table.read(Words.of(line.text()))));
            } catch (DamagedRow | IllegalArgumentException damaged) {
                // stays the problem that it is
            }
        }
        lines.clear();
        revised = rows;
    }

    /** A row with elements does not decide either. */
    void giveUp() {
        lines.clear();
    }

    /** To be asked after each line. */
    List<Entry> takeRevised() {
        if (++waited > PATIENCE) {
            giveUp();
        }
        var taken = revised;
        revised = List.of();
        return taken;
    }
}
