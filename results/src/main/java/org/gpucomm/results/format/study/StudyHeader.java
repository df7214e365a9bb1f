package org.gpucomm.results.format.study;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.results.Bytes;

/** Columns of the study's tables. */
final class StudyHeader {

    static final String GPUS = "GPUs";
    static final String EXPERIMENT = "Experiment";

    /** Units of sizes; {@code size(MB)} and {@code size(KB)} are powers of two: nccl-tests' {@code -b 32M} is 32 · 2²⁰ bytes. */
    static final Map<String, Long> SIZES = Map.of("size(B)", 1L, "size(KB)", Bytes.KIB, "size(MB)", Bytes.MIB,
            "size(GB)", Bytes.GIB);

    private static final Set<String> OTHERS = Set.of(GPUS, EXPERIMENT, "Nodes", "Node", "Instance", "iterations",
            "blocking",
            "algbw(GB/s)", "busbw(GB/s)", "out algbw(GB/s)", "out busbw(GB/s)", "in algbw(GB/s)", "in busbw(GB/s)",
            "Size",
            "Baseline(sec)", "Time(sec)", "Speedup", "Efficiency");

    private StudyHeader() {}

    static boolean isOne(List<String> cells) {
        boolean bandwidths = cells.stream().anyMatch(SIZES::containsKey)
                && cells.stream().anyMatch(cell -> cell.endsWith("algbw(GB/s)"));
        boolean jacobi = cells.contains(EXPERIMENT) && cells.contains("Time(sec)");
        return cells.contains(GPUS) && (bandwidths || jacobi);
    }

    static boolean isKnown(String name) {
        return SIZES.containsKey(name) || OTHERS.contains(name);
    }

}
