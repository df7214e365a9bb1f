package org.gpucomm.runner.collective;

import java.util.List;
import java.util.Objects;

import org.gpucomm.results.Operation;

/**
 * All-to-all with shares of different sizes: ranks r and p of n exchange data in proportion to (r + p) mod n + 1. Shares thus differ by a
 * factor of up to n, but all ranks send and receive the same total.
 */
final class AllToAllV implements Collective {

    @Override
    public Operation operation() {
        return Operation.ALLTOALLV;
    }

    @Override
    public boolean worksInPlace() {
        return false;
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
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

    @Override
    public List<Piece> given(RankWork work) {
        return Piece.all(work.layout().send(), work.rank());
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return Objects.requireNonNull(work.layout().exchange()).expected(work.rank());
    }
}
