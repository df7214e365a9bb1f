package org.gpucomm.analysis.evidence;

import java.util.List;
import java.util.Optional;

import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Cells of one subject along message size on one number of ranks, or along ranks at one message size.
 *
 * @param along dimension in which the cells differ
 * @param fixed value of the other dimension: number of ranks, or bytes
 * @param cells cells in ascending order, at least one
 */
public record Curve(SeriesKey subject, Along along, long fixed, List<Cell> cells) {

    public Curve {
        cells = List.copyOf(cells);
    }

    public enum Along {
        /** Message size in bytes. */
        SIZE,
        /** Number of ranks. */
        RANKS
    }

    public long x(Cell cell) {
        return along == Along.SIZE ? cell.bytes() : cell.ranks();
    }

    public Optional<Cell> at(long x) {
        int from = 0;
        int to = cells.size() - 1;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (x(cells.get(middle)) < x) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return Optional.of(cells.get(from)).filter(cell -> x(cell) == x);
    }

    /** Returns a name that distinguishes this curve from another in a sentence: by its subject, else by its file. */
    public String nameAgainst(Curve other) {
        var name = subject.nameAgainst(other.subject);
        return name.equals(other.subject.nameAgainst(subject)) ? rows().getFirst().source() : name;
    }

    public List<RowRef> rows() {
        return cells.stream().flatMap(cell -> cell.rows().stream()).toList();
    }

    public Cell first() {
        return cells.getFirst();
    }

    public Cell last() {
        return cells.getLast();
    }
}
