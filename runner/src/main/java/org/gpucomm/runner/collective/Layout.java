package org.gpucomm.runner.collective;

import org.jspecify.annotations.Nullable;

/**
 * Layout of the elements of a message, the same for all ranks. The rules are those of {@code GetCollByteCount} in nccl-tests.
 *
 * @param send           elements in a rank's send buffer
 * @param receive        elements in a rank's receive buffer
 * @param count          what the operation is called with, nccl-tests' column {@code count}
 * @param sendInPlace    in place, rank r sends from element r · sendInPlace of the receive buffer
 * @param receiveInPlace in place, rank r receives at element r · receiveInPlace of it
 * @param exchange       who sends how much to whom, where it differs from pair to pair
 */
public record Layout(long send, long receive, long count, long sendInPlace, long receiveInPlace,
        @Nullable Exchange exchange) {

    /** Shares of ranks are rounded down to whole 16 bytes, as in nccl-tests. */
    private static final int ALIGNMENT_BYTES = 16;

    Layout(long send, long receive, long count, long sendInPlace, long receiveInPlace) {
        this(send, receive, count, sendInPlace, receiveInPlace, null);
    }

    /** Every rank sends and receives the whole message. */
    static Layout whole(long count) {
        return new Layout(count, count, count, 0, 0);
    }

    /** Returns a rank's share of a message, in elements. */
    static long share(long count, int elementBytes, int ranks) {
        return count / ranks & -(ALIGNMENT_BYTES / elementBytes);
    }

    /** Returns the larger of the two buffers: nccl-tests' column {@code size}. */
    public long largest() {
        return Math.max(send, receive);
    }
}
