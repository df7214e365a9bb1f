package org.gpucomm.runner.collective;

import java.util.List;

import org.gpucomm.results.Operation;

/** Reduce: the root receives the reduction of the data of all ranks. */
final class Reduce implements Collective {

    @Override
    public Operation operation() {
        return Operation.REDUCE;
    }

    @Override
    public boolean rooted() {
        return true;
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return work.rank() == work.root() ? Piece.reduced(work.count(), 0) : List.of();
    }
}
