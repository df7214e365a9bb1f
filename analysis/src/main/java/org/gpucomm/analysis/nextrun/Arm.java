package org.gpucomm.analysis.nextrun;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.gpucomm.results.Bench;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * One benchmark under one setting, as a plan repeats it.
 *
 * @param variables environment variables
 */
record Arm(Work work, Map<String, String> variables) {

    /**
     * Program and options of one side of a plan, without sizes and variables.
     *
     * @param nodes    number of nodes, at least 1
     * @param gpus     number of GPUs per node; 0 if unknown, for all GPUs of a node
     * @param datatype datatype; empty if the tool did not state it, like {@code redop}
     * @param options  further options of bench
     */
    record Work(Bench family, Operation operation, int nodes, int gpus, String datatype, String redop,
            List<String> options) {

        /** Returns the processes per node: one per GPU on several nodes, one for all GPUs on a single node. */
        int processes() {
            return nodes > 1 ? Math.max(1, gpus) : 1;
        }
    }

    private static final Map<String, String> NVSHMEM_WAYS = Map.of("host", "host", "block", "block", "thread", "thread",
            "warp", "warp");

    /** Returns the benchmark that repeats a measurement; empty if gpucomm has none. */
    static Optional<Arm> of(SeriesKey key) {
        var identity = key.identity();
        int nodes = Math.max(1, identity.nodes());
        if (identity.ranks() % nodes != 0) {
            return Optional.empty();
        }
        return options(key).map(options -> {
            var family = family(key);
            return new Arm(new Work(family, key.operation(), nodes, identity.ranks() / nodes, key.datatype(),
                    key.operation().reduces() ? key.redop() : "", options), variables(key));
        });
    }

    /** Returns the benchmark with further variables. */
    Arm and(Map<String, String> further) {
        var all = new TreeMap<>(variables);
        all.putAll(further);
        return new Arm(work, all);
    }

    /**
     * Returns the benchmark over the network in the key's log, set by {@code NCCL_NET}; empty if the log names none or the variable is
     * set already.
     */
    Optional<Arm> over(SeriesKey key) {
        var network = key.identity().transport().split(",")[0].strip();
        if (work.family() != Bench.NCCL || work.nodes() < 2 || !network.matches("(NET/)?[A-Za-z][A-Za-z0-9 _.-]*")
                || variables.containsKey("NCCL_NET")) {
            return Optional.empty();
        }
        return Optional.of(and(Map.of("NCCL_NET", network.startsWith("NET/") ? network.substring(4) : network)));
    }

    private static Bench family(SeriesKey key) {
        return key.library().equals("nvshmem") ? Bench.NVSHMEM : Bench.NCCL;
    }

    private static Optional<List<String>> options(SeriesKey key) {
        boolean routed = key.operation() == Operation.MOE_DISPATCH || key.operation() == Operation.MOE_COMBINE;
        if (key.library().equals("nccl") && Bench.NCCL.has(key.operation()) && key.variant().isEmpty() && !routed) {
            var settings = key.withEnvironment();
            return Optional.of(Stream.concat(option(settings, "registered_buffers", "-R"),
                    Stream.concat(option(settings, "local_register", "-R"), option(settings, "cta_policy", "-x")))
                    .toList());
        }
        var way = NVSHMEM_WAYS.get(key.variant());
        return key.library().equals("nvshmem") && Bench.NVSHMEM.has(key.operation()) && way != null
                ? Optional.of(List.of("--ways", way))
                : Optional.empty();
    }

    private static Stream<String> option(NamedValues settings, String name, String flag) {
        return settings.get(name).filter(value -> value.matches("[0-9]")).stream()
                .flatMap(value -> Stream.of(flag, value));
    }

    /** Returns the variables that the rows and the run's own log name. */
    private static Map<String, String> variables(SeriesKey key) {
        var variables = new TreeMap<String, String>();
        key.withEnvironment().values().forEach((name, value) -> {
            // Two values belong to hosts that differ, and are not the setting of one run.
            if (name.matches("[A-Z][A-Z0-9_]*") && !value.contains("|") && !value.isEmpty()) {
                variables.put(name, value);
            }
        });
        return variables;
    }
}
