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
    public Layout layout(long count, int elementBytes, int ranks) {
        return Layout.whole(count);
    }

    @Override
    public List<Piece> given(RankWork work) {
        return Piece.all(work.count(), work.rank());
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return Piece.reduced(work.count(), 0);
    }
}
