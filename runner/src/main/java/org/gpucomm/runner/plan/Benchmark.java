package org.gpucomm.runner.plan;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What one step measures.
 *
 * @param gpus       GPUs of this host; null = as many as bench takes by itself
 * @param processes  of bench, which share the GPUs
 * @param datatype   null = bench's own choice, as are redop and the next three
 * @param options    further options for bench, as they are
 */
record Benchmark(Operation operation, @Nullable Integer gpus, int processes, @Nullable String datatype,
        @Nullable String redop, SizeRange sizes, @Nullable Integer iterations, @Nullable Integer warmups,
        @Nullable Boolean check,
        List<String> options) {

    /** nccl-tests' defaults, for estimates. */
    private static final int ITERATIONS = 20;
    private static final int WARMUPS = 1;

    Benchmark {
        options = List.copyOf(options);
    }

    /** Executions of the operation at each size and placement. */
    int executions() {
        return (iterations == null ? ITERATIONS : iterations) + (warmups == null ? WARMUPS : warmups);
    }

    /** The command line of each process, but for which of them it is. */
    List<String> arguments() {
        var arguments = new ArrayList<>(List.of("bench", operation.id()));
        arguments.addAll(sizes.arguments());
        add(arguments, "-g", gpus == null ? null : gpus / processes);
        add(arguments, "-d", datatype);
        add(arguments, "-o", redop);
        add(arguments, "-n", iterations);
        add(arguments, "-w", warmups);
        add(arguments, "-c", check == null ? null : check ? 1 : 0);
        arguments.addAll(options);
        return List.copyOf(arguments);
    }

    private static void add(List<String> arguments, String flag, @Nullable Object value) {
        if (value != null) {
            arguments.add(flag);
            arguments.add(value.toString());
        }
    }
}
