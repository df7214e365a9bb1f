package org.gpucomm.runner.collective;

import java.util.List;

import org.gpucomm.results.Operation;

/** Scatter: every rank receives its share of the data of the root. */
final class Scatter implements Collective {

    @Override
    public Operation operation() {
        return Operation.SCATTER;
    }

    @Override
    public boolean rooted() {
        return true;
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
        long share = Layout.share(count, elementBytes, ranks);
        return new Layout(share * ranks, share, share, 0, share);
    }

    @Override
    public List<Piece> given(RankWork work) {
        return work.rank() == work.root() ? Piece.all(work.layout().send(), work.root()) : List.of();
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return List.of(Piece.of(0, work.count(), work.root(), work.rank() * work.count()));
    }
}
