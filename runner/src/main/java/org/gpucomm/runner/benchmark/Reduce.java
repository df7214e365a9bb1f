package org.gpucomm.runner.benchmark;

import java.util.List;

import org.gpucomm.results.Operation;

/** The root gets the reduction of what all give. */
final class Reduce implements Collective {

    @Override
    public Operation operation() {
        return Operation.REDUCE;
    }

    @Override
    public boolean reduces() {
        return true;
    }

    @Override
    public boolean rooted() {
        return true;
    }

    @Override
    public Layout layout(long count, int elementBytes, int ranks) {
        return Layout.whole(count);
    }

    @Override
    public void launch(Work work, Call call, long send, long receive) {
        call.communicator().reduce(send, receive, work.count(), work.typeCode(), work.reductionCode(), work.root());
    }

    @Override
    public List<Piece> given(Work work) {
        return Piece.all(work.count(), work.rank());
    }

    @Override
    public List<Piece> expected(Work work) {
        return work.rank() == work.root() ? Piece.reduced(work.count(), 0) : List.of();
    }
}
