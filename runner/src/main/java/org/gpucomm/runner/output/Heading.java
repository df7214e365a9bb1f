package org.gpucomm.runner.output;

import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.runner.fingerprint.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * One benchmark of one operation, before its first result.
 *
 * @param ranks        in order of rank
 * @param settings     settings that have no column of their own, {@code name=value} joined by {@code ;}; null when none
 * @param whyUnchecked why results are not checked; null when they are
 */
public record Heading(Operation operation, List<RankLine> ranks, Parameters parameters, Stack stack,
        Platform platform, Fingerprint fingerprint, @Nullable String settings, @Nullable String whyUnchecked) {

    public Heading {
        ranks = List.copyOf(ranks);
    }

    /**
     * A rank as nccl-tests' table of devices has it.
     *
     * @param group  communicator that it belongs to, 0 unless there are several
     * @param busId  PCI address: {@code 0000:1b:00}
     */
    public record RankLine(int rank, int group, long pid, String host, int device, String busId, String gpu) {}

    /**
     * What nccl-tests prints in its line of parameters.
     *
     * @param step       how sizes grow: {@code 2(factor)} or {@code 1048576(bytes)}
     * @param aggregated operations between two waits
     * @param graph      launches of a CUDA graph, 0 = none
     */
    public record Parameters(int threads, int gpusPerThread, long minBytes, long maxBytes, String step, int warmups,
            int iterations, int aggregated, boolean validation, int graph) {}
}
