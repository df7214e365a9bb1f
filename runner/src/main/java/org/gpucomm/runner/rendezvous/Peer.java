package org.gpucomm.runner.rendezvous;

import org.jspecify.annotations.Nullable;

/** A process at the other end of a connection. What is noted of it is guarded by the group's lock. */
final class Peer {

    final Member member;
    final Wire wire;
    /** What it said last and nobody has taken yet. */
    @Nullable
    Frame arrived;
    /** Whether it said that it is done. */
    boolean left;

    Peer(Member member, Wire wire) {
        this.member = member;
        this.wire = wire;
    }
}
