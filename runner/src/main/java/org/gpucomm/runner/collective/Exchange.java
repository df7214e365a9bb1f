package org.gpucomm.runner.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Number of elements that each rank sends to each. A rank's buffers hold what goes to, or comes from, rank 0 first, then rank 1, and so
 * on. The arrays are not copied: anyone who makes one gives them away.
 */
public final class Exchange {

    private final long[][] counts;
    private final long[][] sendOffsets;
    private final long[][] receiveOffsets;

    /** @param counts element [from][to] */
    Exchange(long[][] counts) {
        int ranks = counts.length;
        this.counts = counts;
        this.sendOffsets = new long[ranks][ranks + 1];
        this.receiveOffsets = new long[ranks][ranks + 1];
        for (int rank = 0; rank < ranks; rank++) {
            for (int peer = 0; peer < ranks; peer++) {
                sendOffsets[rank][peer + 1] = sendOffsets[rank][peer] + counts[rank][peer];
                receiveOffsets[rank][peer + 1] = receiveOffsets[rank][peer] + counts[peer][rank];
            }
        }
    }

    /** Returns the same with each transfer going the other way. */
    Exchange reversed() {
        var reversed = new long[counts.length][counts.length];
        for (int from = 0; from < counts.length; from++) {
            for (int to = 0; to < counts.length; to++) {
                reversed[to][from] = counts[from][to];
            }
        }
        return new Exchange(reversed);
    }

    /** Returns how many ranks there are. */
    public int ranks() {
        return counts.length;
    }

    /** Returns the elements that go from one rank to another. */
    public long count(int from, int to) {
        return counts[from][to];
    }

    /** Returns where what goes to a peer begins in the rank's send buffer; for peer = ranks, its end. */
    public long sendOffset(int rank, int peer) {
        return sendOffsets[rank][peer];
    }

    /** Returns where what comes from a peer begins in the rank's receive buffer; for peer = ranks, its end. */
    public long receiveOffset(int rank, int peer) {
        return receiveOffsets[rank][peer];
    }

    long largestSend() {
        return Arrays.stream(sendOffsets).mapToLong(offsets -> offsets[ranks()]).max().orElse(0);
    }

    long largestReceive() {
        return Arrays.stream(receiveOffsets).mapToLong(offsets -> offsets[ranks()]).max().orElse(0);
    }

    /** Returns what all ranks together receive. */
    long total() {
        return Arrays.stream(counts).flatMapToLong(Arrays::stream).sum();
    }

    /** Returns what a rank must have got. */
    List<Piece> expected(int rank) {
        var pieces = new ArrayList<Piece>();
        for (int source = 0; source < counts.length; source++) {
            pieces.add(Piece.of(receiveOffset(rank, source), count(source, rank), source, sendOffset(source, rank)));
        }
        return pieces;
    }
}
