package org.gpucomm.runner.collective;

import org.jspecify.annotations.Nullable;

/**
 * Layout of the elements of a message, the same for all ranks, by the rules of {@code GetCollByteCount} in nccl-tests.
 *
 * @param send           number of elements in a rank's send buffer
 * @param receive        number of elements in a rank's receive buffer
 * @param count          number of elements that the operation is called with: column {@code count} of nccl-tests
 * @param sendInPlace    in place, rank r sends from element r · sendInPlace of the receive buffer
 * @param receiveInPlace in place, rank r receives at element r · receiveInPlace of the receive buffer
 * @param exchange       number of elements for each pair of ranks; null if it is the same for all pairs
 */
public record Layout(long send, long receive, long count, long sendInPlace, long receiveInPlace,
        @Nullable Exchange exchange) {

    /** Shares of ranks are rounded down to whole 16 bytes, as in nccl-tests. */
    private static final int ALIGNMENT_BYTES = 16;

    Layout(long send, long receive, long count, long sendInPlace, long receiveInPlace) {
        this(send, receive, count, sendInPlace, receiveInPlace, null);
    }

    /** Returns a layout in which every rank sends and receives the whole message. */
    static Layout whole(long count) {
        return new Layout(count, count, count, 0, 0);
    }

    /** Returns a rank's share of a message, in elements. */
    static long share(long count, int elementBytes, int ranks) {
        return count / ranks & -(ALIGNMENT_BYTES / elementBytes);
    }

    /** Returns the number of elements of the larger buffer: column {@code size} of nccl-tests. */
    public long largest() {
        return Math.max(send, receive);
    }
}
