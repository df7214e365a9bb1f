package org.gpucomm.runner.ffi.shim;

/**
 * One transfer of an iteration, as {@code gpucomm_transfer} has it.
 *
 * @param rail   number of the rail that it goes over
 * @param peer   number of the peer, in the order in which peers were added
 * @param local  address in this process
 * @param remote address at the peer for writes and reads, in this process for {@link Kind#COPY_HERE}
 * @param key    of the peer's memory, for writes and reads
 * @param source number of this side, which an immediate says the peer
 */
public record Transfer(Kind kind, int rail, int peer, long local, long bytes, long remote, long key, int source) {

    static final int LONGS = 8;

    /** In the order of the header. */
    public enum Kind {
        SEND,
        RECEIVE,
        WRITE,
        /** A write whose arrival the peer counts. */
        WRITE_IMMEDIATE,
        READ,
        /** A copy within this process. */
        COPY_HERE
    }

    long[] toLongs() {
        return new long[]{kind.ordinal(), rail, peer, local, bytes, remote, key, source};
    }
}
