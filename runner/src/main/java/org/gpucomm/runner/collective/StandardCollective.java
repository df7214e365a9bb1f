package org.gpucomm.runner.collective;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;

/** Collectives that need no options. All ranks have equal shares, except in {@link #ALLTOALLV}. */
public enum StandardCollective implements Collective {
    /** Every rank receives the reduction of the data of all ranks. */
    ALL_REDUCE,
    /** Every rank receives the data of all ranks, in order of rank. */
    ALL_GATHER,
    /** Every rank receives its share of the reduction of the data of all ranks. */
    REDUCE_SCATTER,
    /** Every rank sends an equal share of its data to each rank. */
    ALLTOALL,
    /**
     * All-to-all with shares of different sizes: ranks r and p of n exchange data in proportion to (r + p) mod n + 1. Shares thus differ by
     * a factor of up to n, but all ranks send and receive the same total.
     */
    ALLTOALLV,
    /** Every rank receives the data of the root. */
    BROADCAST,
    /** The root receives the reduction of the data of all ranks. */
    REDUCE,
    /** The root receives the data of all ranks, in order of rank. */
    GATHER,
    /** Every rank receives its share of the data of the root. */
    SCATTER,
    /** Every rank sends to the next rank and receives from the previous one. */
    SENDRECV,
    /** All-gather by sends and receives along the edges of a hypercube: log₂ n steps, each with twice the data of the previous one. */
    HYPERCUBE;

    /** The number of elements of a rank in a hypercube is a multiple of 4, as in nccl-tests. */
    private static final int HYPERCUBE_ALIGNMENT = 4;

    @Override
    public Operation operation() {
        return Operation.valueOf(name());
    }

    @Override
    public boolean namesReduction() {
        return operation().reduces() || this == SENDRECV;
    }

    @Override
    public boolean rooted() {
        return this == BROADCAST || this == REDUCE || this == GATHER || this == SCATTER;
    }

    @Override
    public boolean worksInPlace() {
        return this != ALLTOALL && this != ALLTOALLV && this != SENDRECV;
    }

    @Override
    public Optional<String> refuses(int ranks) {
        return this != HYPERCUBE || Integer.bitCount(ranks) == 1
                ? Optional.empty()
                : Optional.of("a hypercube needs 2, 4, 8, 16 … ranks, there are " + ranks);
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
        long share = this == HYPERCUBE
                ? count / ((long) HYPERCUBE_ALIGNMENT * ranks) * HYPERCUBE_ALIGNMENT
                : Layout.share(count, elementBytes, ranks);
        return switch (this) {
            case ALL_REDUCE, BROADCAST, REDUCE, SENDRECV -> Layout.whole(count);
            case ALL_GATHER, GATHER, HYPERCUBE -> new Layout(share, share * ranks, share, share, 0);
            case REDUCE_SCATTER, SCATTER -> new Layout(share * ranks, share, share, 0, share);
            case ALLTOALL -> new Layout(share * ranks, share * ranks, share, 0, 0);
            case ALLTOALLV -> uneven(count, elementBytes, ranks);
        };
    }

    private static Layout uneven(long count, int elementBytes, int ranks) {
        long parts = (long) ranks * (ranks + 1) / 2;
        var counts = new long[ranks][ranks];
        for (int rank = 0; rank < ranks; rank++) {
            for (int peer = 0; peer < ranks; peer++) {
                // The share is count · weight / parts, rounded by Layout.share.
                counts[rank][peer] = Layout.share(count / parts * ((rank + peer) % ranks + 1)
                        + count % parts * ((rank + peer) % ranks + 1) / parts, elementBytes, 1);
            }
        }
        var exchange = new Exchange(counts);
        return new Layout(exchange.largestSend(), exchange.largestReceive(), exchange.largestSend() / ranks, 0, 0,
                exchange);
    }

    /** Returns the bytes for algbw; for a hypercube those of count · (n − 1) elements, for a bus factor of 1, as in nccl-tests. */
    @Override
    public double countedBytes(RankWork work) {
        return this == HYPERCUBE
                ? (double) work.bytes(work.count()) * (work.ranks() - 1)
                : Collective.super.countedBytes(work);
    }

    @Override
    public List<Piece> given(RankWork work) {
        boolean onlyRootSends = this == BROADCAST || this == SCATTER;
        return onlyRootSends && !isRoot(work) ? List.of() : Piece.all(work.layout().send(), work.rank());
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return switch (this) {
            case ALL_REDUCE -> Piece.reduced(work.count(), 0);
            case REDUCE -> isRoot(work) ? Piece.reduced(work.count(), 0) : List.of();
            case REDUCE_SCATTER -> Piece.reduced(work.count(), work.rank() * work.count());
            case ALL_GATHER, HYPERCUBE -> ofAllRanks(work, 0);
            case GATHER -> isRoot(work) ? ofAllRanks(work, 0) : List.of();
            case ALLTOALL -> ofAllRanks(work, work.rank() * work.count());
            case ALLTOALLV -> Objects.requireNonNull(work.layout().exchange()).expected(work.rank());
            case BROADCAST -> Piece.all(work.count(), work.root());
            case SCATTER -> List.of(Piece.of(0, work.count(), work.root(), work.rank() * work.count()));
            case SENDRECV -> Piece.all(work.count(), (work.rank() - 1 + work.ranks()) % work.ranks());
        };
    }

    /** Returns a piece of the data of each rank, in order of rank. */
    private static List<Piece> ofAllRanks(RankWork work, long sourceOffset) {
        return IntStream.range(0, work.ranks())
                .mapToObj(source -> Piece.of(source * work.count(), work.count(), source, sourceOffset)).toList();
    }

    private static boolean isRoot(RankWork work) {
        return work.rank() == work.root();
    }
}
