package org.gpucomm.runner.plan;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Operation;
import org.gpucomm.runner.rig.Sizes;
import org.jspecify.annotations.Nullable;

/**
 * Benchmark of gpucomm as the work of a step.
 *
 * @param family    family of benchmarks: the library or technique to measure
 * @param gpus      number of GPUs of each host; null for the default of bench
 * @param processes number of processes of bench on each host, which share its GPUs
 * @param datatype  data type; null for the default of bench, as for redop, iterations, warmups and check
 * @param sizes     message sizes; null if the family has none
 * @param options   further options for bench, passed unchanged
 */
public record Benchmark(Bench family, Operation operation, int nodes, @Nullable Integer gpus, int processes,
        @Nullable String datatype, @Nullable String redop, @Nullable Sizes sizes, @Nullable Integer iterations,
        @Nullable Integer warmups, @Nullable Boolean check, List<String> options) implements Work {

    /** Default of bench, for estimates. */
    private static final int ITERATIONS = 20;
    private static final int WARMUPS = 5;

    public Benchmark {
        options = List.copyOf(options);
    }

    /** Returns the number of executions of the operation for each size and placement. */
    public int executions() {
        return (iterations == null ? ITERATIONS : iterations) + (warmups == null ? WARMUPS : warmups);
    }

    @Override
    public List<String> arguments() {
        var arguments = new ArrayList<>(List.of("bench"));
        if (family != Bench.ALL.getFirst()) {
            arguments.add(family.id());
        }
        arguments.add(operation.id());
        if (sizes != null) {
            arguments.addAll(sizes.arguments());
        }
        add(arguments, "-g", gpus == null ? null : gpus / processes);
        add(arguments, "-d", datatype);
        add(arguments, "-o", redop);
        add(arguments, "-n", iterations);
        add(arguments, "-w", warmups);
        add(arguments, "-c", check == null ? null : check ? 1 : 0);
        arguments.addAll(options);
        return List.copyOf(arguments);
    }

    @Override
    public String title() {
        return times() + "gpucomm " + String.join(" ", arguments());
    }

    private static void add(List<String> arguments, String flag, @Nullable Object value) {
        if (value != null) {
            arguments.add(flag);
            arguments.add(value.toString());
        }
    }
}
