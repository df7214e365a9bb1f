package org.gpucomm.runner.collective;

import java.util.List;

import org.gpucomm.results.Operation;

/** Send and receive in a ring: every rank sends to the next rank and receives from the previous one. */
final class SendReceive implements Collective {

    @Override
    public Operation operation() {
        return Operation.SENDRECV;
    }

    @Override
    public boolean namesReduction() {
        return true;
    }

    @Override
    public boolean worksInPlace() {
        return false;
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return Piece.all(work.count(), before(work));
    }

    private static int before(RankWork work) {
        return (work.rank() - 1 + work.ranks()) % work.ranks();
    }
}
