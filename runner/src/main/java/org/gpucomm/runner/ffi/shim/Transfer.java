package org.gpucomm.runner.ffi.shim;

/**
 * One transfer of an iteration, as in {@code gpucomm_transfer}.
 *
 * @param rail   number of the rail
 * @param peer   number of the peer, in the order of {@link FabricRails#addPeer}
 * @param local  address in this process
 * @param remote address at the peer for writes and reads, or in this process for {@link Kind#COPY_HERE}
 * @param key    key of the peer's memory, for writes and reads
 * @param source number of this rank, which an immediate carries to the peer
 */
public record Transfer(Kind kind, int rail, int peer, long local, long bytes, long remote, long key, int source) {

    static final int LONGS = 8;

    /** Kinds of transfers, in the order of {@code gpucomm_fabric.h}. */
    public enum Kind {
        SEND,
        RECEIVE,
        WRITE,
        /** Write with an immediate, whose arrival the peer counts. */
        WRITE_IMMEDIATE,
        READ,
        /** Copy within this process. */
        COPY_HERE
    }

    long[] toLongs() {
        return new long[]{kind.ordinal(), rail, peer, local, bytes, remote, key, source};
    }
}
