package org.gpucomm.runner.plan;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Operation;
import org.gpucomm.runner.rig.Sizes;
import org.jspecify.annotations.Nullable;

/**
 * A benchmark of gpucomm.
 *
 * @param family    the library or technique that is measured
 * @param gpus      GPUs of each host; null = as many as bench takes by itself
 * @param processes processes of bench on each host, which share its GPUs
 * @param datatype  null = bench's own choice, as are redop and the next three
 * @param sizes     null = the family has none
 * @param options   further options for bench, as they are
 */
public record Benchmark(Bench family, Operation operation, int nodes, @Nullable Integer gpus, int processes,
        @Nullable String datatype, @Nullable String redop, @Nullable Sizes sizes, @Nullable Integer iterations,
        @Nullable Integer warmups, @Nullable Boolean check, List<String> options) implements Work {

    /** The defaults of bench, for estimates. */
    private static final int ITERATIONS = 20;
    private static final int WARMUPS = 5;

    public Benchmark {
        options = List.copyOf(options);
    }

    /** Returns executions of the operation at each size and placement. */
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
