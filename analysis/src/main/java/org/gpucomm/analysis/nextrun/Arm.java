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
 * One benchmark under one setting, as a plan has it: what was measured, to be measured again.
 *
 * @param nodes     at least 1
 * @param gpus      of each host; 0 where it is not known, which means all that a host has
 * @param datatype  empty where the tool did not say, as is the operator
 * @param options   further options of bench
 * @param variables of the environment
 */
record Arm(Work work, Map<String, String> variables) {

    /** Program and options of one side of a plan, apart from sizes and variables. */
    record Work(Bench family, Operation operation, int nodes, int gpus, String datatype, String redop,
            List<String> options) {

        /** Several hosts take a process a GPU; on one host all GPUs are of one process. */
        int processes() {
            return nodes > 1 ? Math.max(1, gpus) : 1;
        }
    }

    private static final Map<String, String> NVSHMEM_WAYS = Map.of("host", "host", "block", "block", "thread", "thread",
            "warp", "warp");

    /** Returns how gpucomm measures what the key is of; empty where it cannot. */
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

    /** Returns this under further variables. */
    Arm and(Map<String, String> further) {
        var all = new TreeMap<>(variables);
        all.putAll(further);
        return new Arm(work, all);
    }

    /**
     * Returns this over the network that the key's log names, as {@code NCCL_NET} chooses it; empty where the log names none, or the
     * variable is set already.
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

    /** Returns the variables that the rows name, and those that the run's own log names. */
    private static Map<String, String> variables(SeriesKey key) {
        var variables = new TreeMap<String, String>();
        key.withEnvironment().values().forEach((name, value) -> {
            // Two values are of hosts that differ: no setting of one run.
            if (name.matches("[A-Z][A-Z0-9_]*") && !value.contains("|") && !value.isEmpty()) {
                variables.put(name, value);
            }
        });
        return variables;
    }
}
