package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a table, as named in its header. A position is -1 if the table has no such column.
 *
 * @param shared  number of columns left of the metrics: {@code size count type redop root}
 * @param size    position among the shared columns; likewise count, type, redop and root
 * @param blocks  columns of each placement, in order
 * @param extras  names of columns right of the last block: rccl-tests' {@code algo proto nchannels}
 * @param columns number of columns, without the extras
 * @param millis  whether times are in ms, as only in version 1.0
 */
record TableLayout(int shared, int size, int count, int type, int redop, int root, List<ColumnBlock> blocks,
        List<String> extras, int columns,
        boolean millis) {

    /**
     * The columns of one placement, as positions relative to its first column, which is the time in the tool's own tables.
     *
     * @param width   number of columns
     * @param end     end of the first column's name in the header line, with which its numbers are aligned
     * @param cpuTime whether the time is that of the CPU, from {@code -C 1}
     * @param error   position of the floating-point error of versions before 2.13, which is not a count
     */
    record ColumnBlock(@Nullable Placement placement, int width, int end, int time, boolean cpuTime, int algbw,
            int busbw,
            int wrong,
            int error, int min, int p99, int max) {}

    private static final Set<String> METRICS = Set.of("time", "cputime", "algbw", "busbw", "#wrong", "wrong", "error",
            "res", "i_min",
            "i_max", "i_p99", "i_cv%", "i_cv", "i_avg", "i_p50", "i_p95");

    /** Columns left of the metrics, and right of them rccl-tests' choice and the date. */
    private static final Set<String> SHARED = Set.of("size", "bytes", "count", "N", "type", "redop", "op", "root",
            "algo",
            "algorithm", "proto", "protocol", "nchannels", "nChannels", "channels", "timestamp");
    private static final String TIMESTAMP = "timestamp";
    /** Number of leading columns that hold size, count and type, in any order. */
    private static final int NAMED = 3;

    static boolean isHeader(LineWords words) {
        return column(words, 0, NAMED, "type") >= 0 && column(words, 0, NAMED, "size", "bytes") >= 0
                && column(words, 0, NAMED, "count", "N") >= 0 && words.contains("algbw") && words.contains("busbw")
                && (words.contains("time") || words.contains("cputime")) && of(words, "").isWhole();
    }

    /** Returns whether each block has its metrics and no other column separates the blocks. */
    private boolean isWhole() {
        return blocks.stream().allMatch(block -> block.time() >= 0 && block.algbw() >= 0 && block.busbw() >= 0)
                && extras.stream().noneMatch(name -> METRICS.contains(name) || isCut(name));
    }

    /** Returns whether only the beginning of the name is left, as after a line break by a terminal. */
    private static boolean isCut(String name) {
        return name.startsWith("#") || TIMESTAMP.startsWith(name) && !name.equals(TIMESTAMP);
    }

    /** Returns the columns that no version prints. */
    static List<String> unknown(LineWords header) {
        var names = new ArrayList<String>();
        for (int i = 0; i < header.count(); i++) {
            var name = header.get(i);
            if (!METRICS.contains(name) && !SHARED.contains(name) && !name.startsWith("%")) {
                names.add(name);
            }
        }
        return names;
    }

    /**
     * Returns the columns of a table.
     *
     * @param header     line with the column names
     * @param placements line above the header with {@code out-of-place} and {@code in-place}; empty if there was none
     */
    static TableLayout of(LineWords header, String placements) {
        int shared = 0;
        while (!METRICS.contains(header.get(shared))) {
            shared++;
        }
        var starts = new ArrayList<Integer>();
        var inBlock = new HashSet<String>();
        int end = shared;
        for (; METRICS.contains(header.get(end)); end++) {
            if (inBlock.isEmpty() || !inBlock.add(header.get(end))) {
                starts.add(end);
                inBlock.clear();
                inBlock.add(header.get(end));
            }
        }
        var order = placementsIn(placements, starts.size());
        var blocks = new ArrayList<ColumnBlock>();
        for (int i = 0; i < starts.size(); i++) {
            int to = i + 1 < starts.size() ? starts.get(i + 1) : end;
            blocks.add(block(header, starts.get(i), to, i < order.size() ? order.get(i) : null));
        }
        var extras = new ArrayList<String>();
        for (int i = end; i < header.count(); i++) {
            if (header.is(i, "timestamp") || header.startsWith(i, "%Y") || header.startsWith(i, "%H")) {
                break;
            }
            extras.add(header.get(i));
        }
        return new TableLayout(shared, column(header, 0, shared, "size", "bytes"),
                column(header, 0, shared, "count", "N"), column(header, 0, shared, "type"),
                column(header, 0, shared, "redop", "op"), column(header, 0, shared, "root"), List.copyOf(blocks),
                List.copyOf(extras), end, column(header, 0, shared, "bytes") >= 0);
    }

    private static ColumnBlock block(LineWords header, int from, int to, @Nullable Placement placement) {
        return new ColumnBlock(placement, to - from, header.end(from),
                column(header, from, to, "time", "cputime"), column(header, from, to, "cputime") >= 0,
                column(header, from, to, "algbw"), column(header, from, to, "busbw"),
                column(header, from, to, "#wrong", "wrong"), column(header, from, to, "error", "res"),
                column(header, from, to, "i_min"), column(header, from, to, "i_p99"),
                column(header, from, to, "i_max"));
    }

    private static int column(LineWords header, int from, int to, String... names) {
        for (int i = from; i < to; i++) {
            for (var name : names) {
                if (header.is(i, name)) {
                    return i - from;
                }
            }
        }
        return -1;
    }

    // Two blocks without the line above them are out-of-place and in-place: the tool has never printed another order.
    private static List<Placement> placementsIn(String line, int blocks) {
        int out = line.indexOf("out-of-place");
        int in = line.replace("out-of-place", "############").indexOf("in-place");
        if (out >= 0 && in >= 0 || blocks == 2) {
            return List.of(Placement.OUT_OF_PLACE, Placement.IN_PLACE);
        }
        return out >= 0 ? List.of(Placement.OUT_OF_PLACE) : in >= 0 ? List.of(Placement.IN_PLACE) : List.of();
    }
}
