package org.gpucomm.runner.collective;

import java.util.List;

import org.gpucomm.results.Operation;

/** Reduce-scatter: every rank receives its share of the reduction of the data of all ranks. */
final class ReduceScatter implements Collective {

    @Override
    public Operation operation() {
        return Operation.REDUCE_SCATTER;
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
        long share = Layout.share(count, elementBytes, ranks);
        return new Layout(share * ranks, share, share, 0, share);
    }

    @Override
    public List<Piece> given(RankWork work) {
        return Piece.all(work.layout().send(), work.rank());
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return Piece.reduced(work.count(), work.rank() * work.count());
    }
}
