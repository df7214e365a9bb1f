package org.gpucomm.runner.collective;

import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;

/** All-gather: every rank receives the data of all ranks, in order of rank. */
final class AllGather implements Collective {

    @Override
    public Operation operation() {
        return Operation.ALL_GATHER;
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
        long share = Layout.share(count, elementBytes, ranks);
        return new Layout(share, share * ranks, share, share, 0);
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return IntStream.range(0, work.ranks())
                .mapToObj(source -> Piece.of(source * work.count(), work.count(), source, 0)).toList();
    }
}
