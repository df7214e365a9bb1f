package org.gpucomm.runner.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Number of elements that each rank sends to each rank. The send and receive buffers of a rank hold the data to or from each peer, in order
 * of rank. The constructor does not copy its array.
 */
public final class Exchange {

    private final long[][] counts;
    private final long[][] sendOffsets;
    private final long[][] receiveOffsets;

    /** @param counts number of elements by sender and receiver: {@code counts[from][to]} */
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

    /** Returns the exchange in the opposite direction. */
    Exchange reversed() {
        var reversed = new long[counts.length][counts.length];
        for (int from = 0; from < counts.length; from++) {
            for (int to = 0; to < counts.length; to++) {
                reversed[to][from] = counts[from][to];
            }
        }
        return new Exchange(reversed);
    }

    /** Returns the number of ranks. */
    public int ranks() {
        return counts.length;
    }

    /** Returns the number of elements from one rank to another. */
    public long count(int from, int to) {
        return counts[from][to];
    }

    /** Returns the offset of the data for a peer in the rank's send buffer; the end of the data if peer = ranks. */
    public long sendOffset(int rank, int peer) {
        return sendOffsets[rank][peer];
    }

    /** Returns the offset of the data from a peer in the rank's receive buffer; the end of the data if peer = ranks. */
    public long receiveOffset(int rank, int peer) {
        return receiveOffsets[rank][peer];
    }

    long largestSend() {
        return Arrays.stream(sendOffsets).mapToLong(offsets -> offsets[ranks()]).max().orElse(0);
    }

    long largestReceive() {
        return Arrays.stream(receiveOffsets).mapToLong(offsets -> offsets[ranks()]).max().orElse(0);
    }

    /** Returns the number of elements that all ranks together receive. */
    long total() {
        return Arrays.stream(counts).flatMapToLong(Arrays::stream).sum();
    }

    /** Returns the data that a rank must have received. */
    List<Piece> expected(int rank) {
        var pieces = new ArrayList<Piece>();
        for (int source = 0; source < counts.length; source++) {
            pieces.add(Piece.of(receiveOffset(rank, source), count(source, rank), source, sendOffset(source, rank)));
        }
        return pieces;
    }
}
