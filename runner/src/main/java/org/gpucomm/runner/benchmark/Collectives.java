package org.gpucomm.runner.benchmark;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;

/** The operations that can be measured, by name. */
final class Collectives {

    private final Map<String, Collective> byName = new LinkedHashMap<>();

    Collectives(Routing routing) {
        Stream.of(new AllReduce(), new AllGather(), new ReduceScatter(), new AllToAll(), new AllToAllV(),
                new Broadcast(), new Reduce(), new Gather(), new Scatter(), new SendReceive(), new Hypercube(),
                new MoeExchange(Operation.MOE_DISPATCH, routing), new MoeExchange(Operation.MOE_COMBINE, routing))
                .forEach(collective -> byName.put(collective.operation().id(), collective));
    }

    /** {@code all_reduce}, {@code all-reduce}, {@code AllReduce} and nccl-tests' {@code all_reduce_perf} are one. */
    Optional<Collective> named(String name) {
        var wanted = plain(name.replaceFirst("_perf(_mpi)?$", ""));
        return byName.entrySet().stream().filter(entry -> plain(entry.getKey()).equals(wanted)).map(Map.Entry::getValue)
                .findFirst();
    }

    List<String> names() {
        return List.copyOf(byName.keySet());
    }

    private static String plain(String name) {
        return String.join("", Arrays.asList(name.toLowerCase(Locale.ROOT).split("[_-]")));
    }
}
