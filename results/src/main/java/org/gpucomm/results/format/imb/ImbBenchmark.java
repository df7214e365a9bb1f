package org.gpucomm.results.format.imb;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Workload;
import org.jspecify.annotations.Nullable;

/** Operation of a benchmark in the suite, by its name: {@code Allreduce}, {@code Iallgather_pure}, {@code Unidir_put}. */
final class ImbBenchmark {

    /** Beginnings of benchmark names; the first match decides, so longer ones come first. */
    private static final List<Map.Entry<String, Workload>> KNOWN = List.of(
            of("pingpong", Operation.SEND, "pingpong"), of("pingping", Operation.SEND, "pingping"),
            of("sendrecv", Operation.SENDRECV, "bidirectional"), of("exchange", Operation.SENDRECV, "exchange"),
            of("uniband", Operation.SEND, "pairs"), of("biband", Operation.SEND, "pairs+bidirectional"),
            of("allreduce", Operation.ALL_REDUCE, null),
            of("reduce_scatter_block", Operation.REDUCE_SCATTER, "equal-blocks"),
            of("reduce_scatter", Operation.REDUCE_SCATTER, null), of("reduce", Operation.REDUCE, null),
            of("allgatherv", Operation.ALL_GATHER, "vector"), of("allgather", Operation.ALL_GATHER, null),
            of("gatherv", Operation.GATHER, "vector"), of("gather", Operation.GATHER, null),
            of("scatterv", Operation.SCATTER, "vector"), of("scatter", Operation.SCATTER, null),
            of("alltoallv", Operation.ALLTOALLV, null), of("alltoall", Operation.ALLTOALL, null),
            of("bcast", Operation.BROADCAST, null), of("broadcast", Operation.BROADCAST, null),
            of("barrier", Operation.BARRIER, null),
            of("unidir_put", Operation.PUT, null), of("unidir_get", Operation.GET, null),
            of("bidir_put", Operation.PUT, "bidirectional"), of("bidir_get", Operation.GET, "bidirectional"),
            of("put_all", Operation.PUT, "all"), of("get_all", Operation.GET, "all"),
            of("accumulate", Operation.ATOMIC, "accumulate"),
            of("get_accumulate", Operation.ATOMIC, "get-accumulate"),
            of("fetch_and_op", Operation.ATOMIC, "fetch-and-op"),
            of("compare_and_swap", Operation.ATOMIC, "compare-and-swap"));

    private ImbBenchmark() {}

    /** Returns the operation and variant of the benchmark with a name; empty for those without a transfer: windows, files, local reductions. */
    static Optional<Workload> named(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        boolean many = lower.startsWith("multi-");
        var plain = many ? lower.substring("multi-".length()) : lower;
        if (plain.startsWith("reduce_local")) {
            return Optional.empty();
        }
        return in(plain).or(() -> plain.startsWith("i")
                ? in(plain.substring(1)).map(b -> b.with("non-blocking"))
                : Optional.empty()).map(b -> many ? b.with("groups") : b);
    }

    private static Optional<Workload> in(String name) {
        return KNOWN.stream().filter(known -> name.startsWith(known.getKey())).findFirst().map(Map.Entry::getValue);
    }

    private static Map.Entry<String, Workload> of(String name, Operation operation, @Nullable String variant) {
        return Map.entry(name, Workload.of(operation, variant));
    }
}
