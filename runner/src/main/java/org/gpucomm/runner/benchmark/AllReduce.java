package org.gpucomm.runner.benchmark;

import java.util.List;

import org.gpucomm.results.Operation;

/** Every rank gets the reduction of what all give. */
final class AllReduce implements Collective {

    @Override
    public Operation operation() {
        return Operation.ALL_REDUCE;
    }

    @Override
    public boolean reduces() {
        return true;
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
        return Layout.whole(count);
    }

    @Override
    public void launch(Work work, Call call, long send, long receive) {
        call.communicator().allReduce(send, receive, work.count(), work.typeCode(), work.reductionCode());
    }

    @Override
    public List<Piece> given(Work work) {
        return Piece.all(work.count(), work.rank());
    }

    @Override
    public List<Piece> expected(Work work) {
        return Piece.reduced(work.count(), 0);
    }
}
