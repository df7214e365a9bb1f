package org.gpucomm.runner.collective;

import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;

/** All-to-all: every rank sends an equal share of its data to each rank. */
final class AllToAll implements Collective {

    @Override
    public Operation operation() {
        return Operation.ALLTOALL;
    }

    @Override
    public boolean worksInPlace() {
        return false;
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
        long share = Layout.share(count, elementBytes, ranks);
        return new Layout(share * ranks, share * ranks, share, 0, 0);
    }

    @Override
    public List<Piece> given(RankWork work) {
        return Piece.all(work.layout().send(), work.rank());
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return IntStream.range(0, work.ranks()).mapToObj(
                source -> Piece.of(source * work.count(), work.count(), source, work.rank() * work.count())).toList();
    }
}
