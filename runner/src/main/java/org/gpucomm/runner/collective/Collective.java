package org.gpucomm.runner.collective;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;

/**
 * Collective operation: its layout of elements, the expected results, and the number of bytes for its bandwidth. An instance is stateless
 * and serves all ranks.
 */
public interface Collective {

    /**
     * Returns the collective of an operation.
     *
     * @param routing routing of the Mixture-of-Experts exchanges
     */
    static Collective of(Operation operation, Routing routing) {
        return switch (operation) {
            case MOE_DISPATCH, MOE_COMBINE -> new MoeExchange(operation, routing);
            default -> StandardCollective.valueOf(operation.name());
        };
    }

    Operation operation();

    /** Returns whether nccl-tests prints a reduction for the operation, which it also does for operations without one. */
    default boolean namesReduction() {
        return operation().reduces();
    }

    /** Returns whether the operation has a root. */
    default boolean rooted() {
        return false;
    }

    /** Returns whether the result is correct in place. nccl-tests also measures operations in place whose result is not. */
    default boolean worksInPlace() {
        return true;
    }

    /** Returns whether the operation is measured in place. */
    default boolean measuredInPlace() {
        return true;
    }

    /** Returns the settings of the operation. */
    default NamedValues settings() {
        return NamedValues.NONE;
    }

    /** Returns the reason why the operation cannot run with this number of ranks; empty if it can. */
    default Optional<String> refuses(int ranks) {
        return Optional.empty();
    }

    /**
     * Returns the layout of the elements: {@code count} in each buffer, unless the operation overrides this.
     *
     * @param count requested message size in elements
     */
    default Layout layout(long count, int elementBytes, int ranks) {
        return Layout.whole(count);
    }

    /** Returns the number of bytes for algbw. */
    default double countedBytes(RankWork work) {
        return work.messageBytes();
    }

    /** Returns the data that the rank sends: a whole buffer of its own, unless the operation overrides this. */
    default List<Piece> given(RankWork work) {
        return Piece.all(work.count(), work.rank());
    }

    /** Returns the data that the rank must have received. */
    List<Piece> expected(RankWork work);
}
