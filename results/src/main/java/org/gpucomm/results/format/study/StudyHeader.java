package org.gpucomm.results.format.study;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Bytes;

/**
 * Columns of a table by their names in the header.
 *
 * @param positions index of each column by name
 */
record StudyHeader(Map<String, Integer> positions) {

    static final String GPUS = "GPUs";
    static final String EXPERIMENT = "Experiment";

    /** Units of sizes; {@code size(MB)} and {@code size(KB)} are powers of two: nccl-tests' {@code -b 32M} is 32 · 2²⁰ bytes. */
    private static final Map<String, Long> SIZES = Map.of("size(B)", 1L, "size(KB)", Bytes.KIB, "size(MB)", Bytes.MIB,
            "size(GB)", Bytes.GIB);

    private static final Set<String> OTHERS = Set.of(GPUS, EXPERIMENT, "Nodes", "Node", "Instance", "iterations",
            "blocking",
            "algbw(GB/s)", "busbw(GB/s)", "out algbw(GB/s)", "out busbw(GB/s)", "in algbw(GB/s)", "in busbw(GB/s)",
            "Size",
            "Baseline(sec)", "Time(sec)", "Speedup", "Efficiency");

    static boolean isOne(List<String> cells) {
        boolean bandwidths = cells.stream().anyMatch(SIZES::containsKey)
                && cells.stream().anyMatch(cell -> cell.endsWith("algbw(GB/s)"));
        boolean jacobi = cells.contains(EXPERIMENT) && cells.contains("Time(sec)");
        return cells.contains(GPUS) && (bandwidths || jacobi);
    }

    static boolean isKnown(String name) {
        return SIZES.containsKey(name) || OTHERS.contains(name);
    }

    static StudyHeader of(List<String> cells) {
        var positions = new HashMap<String, Integer>();
        for (int i = 0; i < cells.size(); i++) {
            positions.putIfAbsent(cells.get(i), i);
        }
        return new StudyHeader(Map.copyOf(positions));
    }

    boolean isJacobi() {
        return positions.containsKey(EXPERIMENT);
    }

    boolean has(String name) {
        return positions.containsKey(name);
    }

    /** Returns the name of the size column. */
    Optional<String> sizeColumn() {
        return SIZES.keySet().stream().filter(positions::containsKey).findFirst();
    }

    long sizeUnit(String sizeColumn) {
        return SIZES.get(sizeColumn);
    }
}
