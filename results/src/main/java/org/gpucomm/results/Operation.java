package org.gpucomm.results;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A measured operation. Collectives know the factor from algorithm bandwidth to bus bandwidth, taken from nccl-tests'
 * {@code doc/PERFORMANCE.md} or, if that page omits the operation, from {@code GetBw} in the operation's source file there.
 */
public enum Operation {
    ALL_REDUCE("All-Reduce", Factor.TWICE_OTHERS_SHARE),
    ALL_GATHER("All-Gather", Factor.OTHERS_SHARE),
    REDUCE_SCATTER("Reduce-Scatter", Factor.OTHERS_SHARE),
    ALLTOALL("All-to-All", Factor.OTHERS_SHARE),
    /** The message size is the largest number of bytes that any rank sends or receives. */
    ALLTOALLV("All-to-All-v", Factor.OTHERS_SHARE),
    BROADCAST("Broadcast", Factor.ONE),
    REDUCE("Reduce", Factor.ONE),
    GATHER("Gather", Factor.OTHERS_SHARE),
    SCATTER("Scatter", Factor.OTHERS_SHARE),
    SENDRECV("Send/Recv", Factor.ONE),
    /** nccl-tests computes algbw from count·type·(n-1), so the factor is 1. */
    HYPERCUBE("Hypercube", Factor.ONE),
    BARRIER("Barrier", Factor.NONE),
    PUT("Put", Factor.NONE),
    GET("Get", Factor.NONE),
    WRITE("Write", Factor.NONE),
    READ("Read", Factor.NONE),
    SEND("Send", Factor.NONE),
    /** Remote atomics and accumulations; the variant says which. */
    ATOMIC("Atomic", Factor.NONE),
    /** A transfer between two sides; the log does not say whether it was a write, a read or a send. */
    TRANSFER("Transfer", Factor.NONE),
    DISPATCH("Dispatch", Factor.NONE),
    COMBINE("Combine", Factor.NONE),
    MOE_DISPATCH("MoE dispatch", Factor.NONE),
    MOE_COMBINE("MoE combine", Factor.NONE),
    JACOBI("Jacobi", Factor.NONE),
    MEMCPY("Memcpy", Factor.NONE),
    /** The queue through which a GPU asks a CPU proxy for transfers, without the transfers. */
    QUEUE("Queue", Factor.NONE),
    /** An operation whose table does not name it. */
    UNNAMED("Unnamed operation", Factor.NONE);

    private static final Map<String, Operation> BY_ID = Stream.of(values())
            .collect(Collectors.toUnmodifiableMap(Operation::id, Function.identity()));

    private final String id = name().toLowerCase(Locale.ROOT);
    private final String title;
    private final Factor factor;

    Operation(String title, Factor factor) {
        this.title = title;
        this.factor = factor;
    }

    /** Returns the name in the canonical CSV, in snake case: {@code all_reduce}. */
    public String id() {
        return id;
    }

    /** Returns the name for people: {@code All-Reduce}. */
    public String title() {
        return title;
    }

    /** Returns whether the operation takes a reduction: sum, max … */
    public boolean reduces() {
        return this == ALL_REDUCE || this == REDUCE_SCATTER || this == REDUCE;
    }

    /** Returns whether no rank finishes before all have arrived, so that the time of a rank includes waiting for the others. */
    public boolean endsTogether() {
        return switch (this) {
            case PUT, GET, WRITE, READ, SEND, SENDRECV, ATOMIC, TRANSFER, MEMCPY, QUEUE -> false;
            default -> true;
        };
    }

    public static Optional<Operation> ofId(String id) {
        return Optional.ofNullable(BY_ID.get(id));
    }

    /**
     * Returns busbw / algbw, which makes the result comparable with the speed of the links for any number of ranks.
     *
     * @param ranks number of ranks in the communicator, at least 1; with 1, the factors with (n-1) are 0
     * @return the factor; empty if the operation has no bus bandwidth
     */
    public OptionalDouble busFactor(int ranks) {
        if (ranks < 1) {
            throw new IllegalArgumentException("ranks must be at least 1, was " + ranks);
        }
        double others = (ranks - 1.0) / ranks;
        return switch (factor) {
            case ONE -> OptionalDouble.of(1);
            case OTHERS_SHARE -> OptionalDouble.of(others);
            case TWICE_OTHERS_SHARE -> OptionalDouble.of(2 * others);
            case NONE -> OptionalDouble.empty();
        };
    }

    /** Factor from algbw to busbw; n is the number of ranks. */
    private enum Factor {
        /** 1 */
        ONE,
        /** (n-1)/n */
        OTHERS_SHARE,
        /** 2(n-1)/n */
        TWICE_OTHERS_SHARE,
        /** The operation has no bus bandwidth. */
        NONE
    }
}
