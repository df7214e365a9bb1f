package org.gpucomm.runner.collective;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;

/** Map of collectives by operation. */
public final class Collectives {

    private final Map<Operation, Collective> byOperation;

    /** @param routing routing of the Mixture-of-Experts exchanges */
    public Collectives(Routing routing) {
        byOperation = Stream.of(new AllReduce(), new AllGather(), new ReduceScatter(), new AllToAll(), new AllToAllV(),
                new Broadcast(), new Reduce(), new Gather(), new Scatter(), new SendReceive(), new Hypercube(),
                new MoeExchange(Operation.MOE_DISPATCH, routing), new MoeExchange(Operation.MOE_COMBINE, routing))
                .collect(Collectors.toMap(Collective::operation, Function.identity()));
    }

    /** Returns the collective of an operation without options: all-to-all, all-gather, all-reduce or broadcast. */
    public static Collective plain(Operation operation) {
        return switch (operation) {
            case ALLTOALL -> new AllToAll();
            case ALL_GATHER -> new AllGather();
            case ALL_REDUCE -> new AllReduce();
            case BROADCAST -> new Broadcast();
            default -> throw new IllegalArgumentException(operation.id() + " is not one of the plain collectives");
        };
    }

    /** Returns the collective of an operation, which must be a collective one. */
    public Collective of(Operation operation) {
        return Objects.requireNonNull(byOperation.get(operation), operation.id() + " is no collective");
    }
}
