package org.gpucomm.runner.collective;

import java.util.List;

import org.gpucomm.results.Operation;

/** Broadcast: every rank receives the data of the root. */
final class Broadcast implements Collective {

    @Override
    public Operation operation() {
        return Operation.BROADCAST;
    }

    @Override
    public boolean rooted() {
        return true;
    }

    @Override
    public List<Piece> given(RankWork work) {
        return work.rank() == work.root() ? Piece.all(work.count(), work.root()) : List.of();
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return Piece.all(work.count(), work.root());
    }
}
