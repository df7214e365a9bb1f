package org.gpucomm.runner.collective;

import java.util.List;

import org.gpucomm.results.Operation;

/** All-reduce: every rank receives the reduction of the data of all ranks. */
final class AllReduce implements Collective {

    @Override
    public Operation operation() {
        return Operation.ALL_REDUCE;
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return Piece.reduced(work.count(), 0);
    }
}
