package org.gpucomm.results.format.nccltests;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A row that comes in pieces. The program prints its first cells, then those of each block as they are measured; what the
 * library logs meanwhile stands behind a piece, on the same line: {@code 8 2 float sum -1node-a:25:25 [0] NCCL INFO …}. The
 * pieces are put together only if the rest comes and is complete. A message is told from a cell by its host, which must be one
 * of the device table: a host's name may begin with a digit.
 */
final class RowPieces {

    private final StringBuilder pieces = new StringBuilder();
    private long lost;

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** The cells before a message of the library; null if the line is none of both. */
    static @Nullable String cells(String line, Set<String> hosts) {
        int message = line.indexOf("CCL INFO ");
        message = message < 0 ? line.indexOf("CCL WARN ") : message;
        if (message < 0) {
            return null;
        }
        int cut = -1;
        for (var host : hosts) {
            int at = line.indexOf(host + ":");
            if (at > 0 && at < message && (cut < 0 || at < cut)) {
                cut = at;
            }
        }
        if (cut < 0) {
            return null;
        }
        // newer builds print the time in front: [2026-03-12 14:17:56] node-a:25:25 [0] …
        boolean timed = line.startsWith("] ", cut - 2);
        return line.substring(0, timed ? Math.max(0, line.lastIndexOf('[', cut)) : cut);
    }

    /** A row begins; one that has begun and did not end is lost. */
    void begin(String cells) {
        if (!pieces.isEmpty()) {
            lost++;
        }
        pieces.setLength(0);
        pieces.append(cells);
    }

    void grow(String cells) {
        pieces.append(' ').append(cells);
    }

    /** All that came of the row so far, and {@code cells}. */
    String with(String cells) {
        return pieces + " " + cells;
    }

    void end() {
        pieces.setLength(0);
    }

    /** Rows that began and did not end. */
    long lost() {
        return lost + (pieces.isEmpty() ? 0 : 1);
    }

    /** Whether these can be the cells of a block: numbers, or marks of what was not measured. */
    static boolean areMetrics(Words words) {
        for (int i = 0; i < words.count(); i++) {
            if (words.decimal(i) == null && !words.is(i, "N/A")) {
                return false;
            }
        }
        return !words.isEmpty() && !words.commented();
    }
}
