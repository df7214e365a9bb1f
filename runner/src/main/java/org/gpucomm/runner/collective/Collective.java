package org.gpucomm.runner.collective;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;

/**
 * An operation that ranks do together: how many elements go where, what must have arrived, and how many bytes its bandwidth
 * counts. One instance serves all ranks and holds no state.
 */
public interface Collective {

    Operation operation();

    /** Whether nccl-tests prints the reduction although the operation has no use for it. */
    default boolean namesReduction() {
        return operation().reduces();
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

    /** Returns settings of its own. */
    default NamedValues settings() {
        return NamedValues.NONE;
    }

    /** Returns why it cannot run with this many ranks; empty if it can. */
    default Optional<String> refuses(int ranks) {
        return Optional.empty();
    }

    /**
     * Returns how many elements go where: as many in each buffer as were asked for, unless the operation says otherwise.
     *
     * @param count elements of the size that was asked for
     */
    default Layout layout(long count, int elementBytes, int ranks) {
        return Layout.whole(count);
    }

    /** Returns the bytes that algorithm bandwidth counts. */
    default double countedBytes(RankWork work) {
        return work.messageBytes();
    }

    /** Returns what the rank gives: a whole buffer of its own, unless the operation says otherwise. */
    default List<Piece> given(RankWork work) {
        return Piece.all(work.count(), work.rank());
    }

    /** Returns what the rank must have got. */
    List<Piece> expected(RankWork work);
}
