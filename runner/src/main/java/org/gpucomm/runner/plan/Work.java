package org.gpucomm.runner.plan;

import java.util.List;

/** Work of a step of a plan: a benchmark of gpucomm, or a program of somebody else's. */
public sealed interface Work permits Benchmark, OtherProgram {

    /** Returns how many hosts take part. */
    int nodes();

    /** Returns how many processes run on each host. */
    int processes();

    /** Returns the command line of each process: of {@code gpucomm}, without its name, or of the program. */
    List<String> arguments();

    default int allProcesses() {
        return nodes() * processes();
    }

    /** Returns one line that distinguishes this work from other work of the plan. */
    String title();

    /** Whether what is missing for the other is missing for this: benchmarks of one family, runs of one program. */
    default boolean isOfTheKindOf(Work other) {
        return switch (this) {
            case Benchmark mine -> other instanceof Benchmark theirs && mine.family().equals(theirs.family());
            case OtherProgram mine -> other instanceof OtherProgram theirs && mine.name().equals(theirs.name());
        };
    }

    /** Returns how many processes, where there are several: {@code 2 nodes, 16 times }. */
    default String times() {
        var hosts = nodes() > 1 ? nodes() + " nodes, " : "";
        return allProcesses() > 1 ? hosts + allProcesses() + " times " : hosts;
    }
}
