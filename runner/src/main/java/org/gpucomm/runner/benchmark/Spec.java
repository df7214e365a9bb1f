package org.gpucomm.runner.benchmark;

import java.util.List;

import org.gpucomm.runner.ffi.NcclLibrary;
import org.gpucomm.runner.ffi.NcclReduction;
import org.gpucomm.runner.ffi.NcclType;

/**
 * What to measure and how, the same for all ranks.
 *
 * @param gpus         that each process drives
 * @param types        at least one
 * @param reductions   at least one
 * @param root         -1 = each rank in turn
 * @param warmups      operations before measuring, at the largest and the smallest size
 * @param iterations   operations in a batch
 * @param aggregated   operations in one group
 * @param average      how the ranks' times become one
 * @param checks       how often a result is checked; 0 = not
 * @param graphs       launches of a CUDA graph that holds the batch; 0 = none
 * @param blocking     whether each operation is waited for, and with a barrier
 * @param spread       whether single iterations are timed too
 * @param until        batches are repeated until the mean is this well known, as a share of it; 0 = one batch
 * @param codeWarmups  smallest operations at the start, by which the JVM compiles the loop
 */
record Spec(Collective collective, int gpus, Sizes sizes, List<NcclType> types, List<NcclReduction> reductions,
        int root,
        int warmups, int iterations, int aggregated, Average average, int checks, int graphs, Blocking blocking,
        boolean spread, double until, int codeWarmups) {

    /** All of it in words, and the library's version: what must be the same for all ranks. */
    String plan(NcclLibrary nccl) {
        return String.join(" ", collective.operation().id(), collective.settings(), gpus + " GPUs a process",
                sizes.toString(), types.toString(), reductions.toString(), "root " + root, "warmups " + warmups,
                "iterations " + iterations, "aggregated " + aggregated, average.toString(), "checks " + checks,
                "graphs " + graphs, blocking.toString(), "spread " + spread, "until " + until,
                "NCCL " + nccl.version());
    }

    /** nccl-tests' {@code -a}. */
    enum Average {
        FIRST_RANK,
        MEAN,
        MIN,
        MAX;

        double of(double[] times) {
            double combined = times[0];
            for (int rank = 1; rank < times.length; rank++) {
                combined = switch (this) {
                    case FIRST_RANK -> combined;
                    case MEAN -> combined + times[rank];
                    case MIN -> Math.min(combined, times[rank]);
                    case MAX -> Math.max(combined, times[rank]);
                };
            }
            return this == MEAN ? combined / times.length : combined;
        }
    }

    /** nccl-tests' {@code -z}. */
    enum Blocking {
        NONE,
        WAIT_AND_BARRIER,
        WAIT
    }
}
