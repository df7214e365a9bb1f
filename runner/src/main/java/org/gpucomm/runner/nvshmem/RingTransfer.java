package org.gpucomm.runner.nvshmem;

import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.collective.Collective;
import org.gpucomm.runner.collective.Piece;
import org.gpucomm.runner.collective.RankWork;

/** Put to, or get from, the next rank, by all ranks at the same time. */
record RingTransfer(Operation operation) implements Collective {

    @Override
    public List<Piece> expected(RankWork work) {
        int from = operation == Operation.PUT ? work.rank() + work.ranks() - 1 : work.rank() + 1;
        return List.of(new Piece(0, work.count(), from % work.ranks(), 0, false));
    }
}
