package org.gpucomm.runner.plan;

import java.util.List;

/** Work of a step of a plan: a benchmark of gpucomm or another program. */
public sealed interface Work permits Benchmark, OtherProgram {

    /** Returns the number of hosts. */
    int nodes();

    /** Returns the number of processes on each host. */
    int processes();

    /** Returns the command line of each process: the arguments of {@code gpucomm}, or the program with its arguments. */
    List<String> arguments();

    default int allProcesses() {
        return nodes() * processes();
    }

    /** Returns one line that distinguishes this work from others of the plan. */
    String title();

    /** Returns whether both have the same requirements: benchmarks of one family, or runs of one program. */
    default boolean isOfTheKindOf(Work other) {
        return switch (this) {
            case Benchmark mine -> other instanceof Benchmark theirs && mine.family().equals(theirs.family());
            case OtherProgram mine -> other instanceof OtherProgram theirs && mine.name().equals(theirs.name());
        };
    }

    /** Returns a prefix with the numbers of nodes and processes above 1, for example {@code 2 nodes, 16 times }. */
    default String times() {
        var hosts = nodes() > 1 ? nodes() + " nodes, " : "";
        return allProcesses() > 1 ? hosts + allProcesses() + " times " : hosts;
    }
}
