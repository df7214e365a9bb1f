package org.gpucomm.runner.benchmark;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.Communicator;
import org.gpucomm.runner.ffi.Stream;

/**
 * An operation that ranks do together: how many elements go where, what is called, what must have arrived, and how many
 * bytes its bandwidth counts. One instance serves all ranks and holds no state.
 */
interface Collective {

    Operation operation();

    /** Whether it takes a reduction. */
    default boolean reduces() {
        return false;
    }

    /** Whether nccl-tests prints the reduction although the operation has no use for it. */
    default boolean namesReduction() {
        return reduces();
    }

    /** Whether it has a root. */
    default boolean rooted() {
        return false;
    }

    /** Whether the result is right when it overwrites what is sent. nccl-tests measures in place even where it is not. */
    default boolean worksInPlace() {
        return true;
    }

    /** Whether it is measured in place at all. */
    default boolean measuredInPlace() {
        return true;
    }

    /** Settings of its own, {@code name=value} joined by {@code ;}; empty if it has none. */
    default String settings() {
        return "";
    }

    /** Why it cannot run with this many ranks; empty if it can. */
    default Optional<String> refuses(int ranks) {
        return Optional.empty();
    }

    /** @param count elements of the size that was asked for */
    Layout layout(long count, int elementBytes, int ranks);

    /** Bytes that algorithm bandwidth counts. */
    default double countedBytes(Work work) {
        return work.messageBytes();
    }

    /**
     * Queues one operation. Part of the timed loop: allocates nothing, waits for nothing.
     *
     * @param send    address on the device
     * @param receive address on the device
     */
    void launch(Work work, Call call, long send, long receive);

    /** What the rank gives. */
    List<Piece> given(Work work);

    /** What the rank must have got. */
    List<Piece> expected(Work work);

    /** What an operation is called on. */
    record Call(Communicator communicator, Stream stream) {}
}
