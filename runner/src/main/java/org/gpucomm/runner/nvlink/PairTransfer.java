package org.gpucomm.runner.nvlink;

import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.collective.Collective;
import org.gpucomm.runner.collective.Piece;
import org.gpucomm.runner.collective.RankWork;

/**
 * Write or read of one rank's memory by another: the whole send buffer of the source arrives at the destination.
 *
 * @param both whether both directions transfer at the same time
 */
record PairTransfer(Operation operation, Pair pair, boolean both) implements Collective {

    @Override
    public List<Piece> expected(RankWork work) {
        boolean writes = operation == Operation.WRITE;
        int destination = writes ? pair.other() : pair.one();
        int source = writes ? pair.one() : pair.other();
        if (work.rank() == destination) {
            return List.of(new Piece(0, work.count(), source, 0, false));
        }
        return both && work.rank() == source
                ? List.of(new Piece(0, work.count(), destination, 0, false))
                : List.of();
    }
}
