package org.gpucomm.runner.collective;

import java.util.List;

import org.gpucomm.results.Operation;

/** Every rank gets the reduction of what all give. */
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
