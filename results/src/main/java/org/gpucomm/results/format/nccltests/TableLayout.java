package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of a table are, as its own header says.
 *
 * @param shared columns left of the metrics: {@code size count type redop root}
 * @param blocks one for each placement, in order
 */
record TableLayout(List<String> shared, List<Block> blocks) {

    /**
     * The columns of one placement.
     *
     * @param names names of its columns: {@code time algbw busbw #wrong}
     */
    record Block(@Nullable Placement placement, List<String> names) {}

    private static final List<String> TIMES = List.of("time", "cputime");

    static boolean isHeader(List<String> words) {
        return words.size() >= 7 && words.get(0).equals("size") && words.get(1).equals("count")
                && words.get(2).equals("type") && words.contains("algbw") && words.contains("busbw")
                && words.stream().anyMatch(TIMES::contains);
    }

    /**
     * @param header     words of the line with the names
     * @param placements the line above it, which says {@code out-of-place} and {@code in-place}; empty if there was none
     */
    static TableLayout of(List<String> header, String placements) {
        int first = firstTime(header);
        var blocks = new ArrayList<Block>();
        var order = placementsIn(placements);
        var names = new ArrayList<String>();
        for (int i = first; i < header.size(); i++) {
            if (TIMES.contains(header.get(i)) && !names.isEmpty()) {
                blocks.add(new Block(placement(order, blocks.size()), List.copyOf(names)));
                names.clear();
            }
            names.add(header.get(i));
        }
        blocks.add(new Block(placement(order, blocks.size()), List.copyOf(names)));
        return new TableLayout(List.copyOf(header.subList(0, first)), List.copyOf(blocks));
    }

    int columns() {
        return shared.size() + blocks.stream().mapToInt(block -> block.names().size()).sum();
    }

    private static int firstTime(List<String> header) {
        int first = 0;
        while (!TIMES.contains(header.get(first))) {
            first++;
        }
        return first;
    }

    private static List<Placement> placementsIn(String line) {
        var lower = line.toLowerCase(Locale.ROOT);
        int out = lower.indexOf("out-of-place");
        int in = lower.replace("out-of-place", "############").indexOf("in-place");
        if (out >= 0 && in >= 0) {
            return List.of(Placement.OUT_OF_PLACE, Placement.IN_PLACE);
        }
        return out >= 0 ? List.of(Placement.OUT_OF_PLACE) : in >= 0 ? List.of(Placement.IN_PLACE) : List.of();
    }

    // Two blocks without the line above them are out-of-place and in-place: the tool has never printed another order.
    private static @Nullable Placement placement(List<Placement> order, int block) {
        if (block < order.size()) {
            return order.get(block);
        }
        return order.isEmpty() && block < 2 ? Placement.values()[block] : null;
    }
}
