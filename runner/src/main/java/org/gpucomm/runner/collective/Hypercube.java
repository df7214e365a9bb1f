package org.gpucomm.runner.collective;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;

/** All-gather by sends and receives along the edges of a hypercube: log₂ n steps, each with twice the data of the previous one. */
final class Hypercube implements Collective {

    /** The number of elements of a rank is a multiple of 4, as in nccl-tests. */
    private static final int ALIGNMENT = 4;

    @Override
    public Operation operation() {
        return Operation.HYPERCUBE;
    }

    @Override
    public Optional<String> refuses(int ranks) {
        return Integer.bitCount(ranks) == 1
                ? Optional.empty()
                : Optional.of("a hypercube needs 2, 4, 8, 16 … ranks, there are " + ranks);
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
        long share = count / ((long) ALIGNMENT * ranks) * ALIGNMENT;
        return new Layout(share, share * ranks, share, share, 0);
    }

    /** Returns the bytes of count · (n − 1) elements, for a bus factor of 1, as in nccl-tests. */
    @Override
    public double countedBytes(RankWork work) {
        return (double) work.bytes(work.count()) * (work.ranks() - 1);
    }

    @Override
    public List<Piece> expected(RankWork work) {
        return IntStream.range(0, work.ranks())
                .mapToObj(source -> Piece.of(source * work.count(), work.count(), source, 0)).toList();
    }
}
