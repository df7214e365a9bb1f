package org.gpucomm.runner.rendezvous;

import org.jspecify.annotations.Nullable;

/** Process at the other end of a connection. The lock of the group guards the mutable fields. */
final class Peer {

    final Member member;
    final Wire wire;
    /** Last GATHER frame of the process that is not yet processed; null if none. */
    @Nullable
    Frame arrived;
    /** Whether the process sent BYE. */
    boolean left;

    Peer(Member member, Wire wire) {
        this.member = member;
        this.wire = wire;
    }
}
