package org.gpucomm.runner.nccl;

import org.gpucomm.results.Placement;
import org.gpucomm.runner.collective.RankWork;
import org.gpucomm.runner.ffi.nccl.Communicator;
import org.gpucomm.runner.nccl.NcclRequest.Blocking;

/** Launcher of iterations of one operation of one size and placement: the timed code, which allocates nothing. */
final class OperationQueue {

    private final Rank rank;
    private final Communicator communicator;
    private final RankWork work;
    private final Call call;
    private final int aggregated;
    private final Blocking blocking;
    private final long send;
    private final long receive;
    private final long stride;
    private final int strides;

    OperationQueue(NcclRequest request, Rank rank, RankWork work, int reductionCode, Placement placement) {
        this.rank = rank;
        this.communicator = rank.communicator();
        this.work = work;
        this.call = Call.of(request.collective().operation(), work, reductionCode, communicator, rank.stream());
        this.aggregated = request.aggregated();
        // A graph cannot contain waiting.
        this.blocking = request.graphs() > 0 ? Blocking.NONE : request.blocking();
        boolean inPlace = placement == Placement.IN_PLACE;
        var layout = work.layout();
        this.send = inPlace
                ? rank.receiveBuffer() + work.bytes(layout.sendInPlace() * work.rank())
                : rank.sendBuffer();
        this.receive = inPlace
                ? rank.receiveBuffer() + work.bytes(layout.receiveInPlace() * work.rank())
                : rank.receiveBuffer();
        // As in nccl-tests, each operation uses the next part of the buffers, so that caches do not help.
        this.stride = work.messageBytes();
        this.strides = stride == 0 ? 1 : (int) Math.min(Integer.MAX_VALUE, Math.max(1, rank.bufferBytes() / stride));
    }

    RankWork work() {
        return work;
    }

    /** Returns the send address of the first operation of a batch. */
    long send() {
        return send;
    }

    /** Returns the receive address of the first operation of a batch. */
    long receive() {
        return receive;
    }

    /** Launches one iteration: one operation, or a group of several. */
    void iteration(int iteration) {
        if (aggregated == 1) {
            operation(iteration);
            return;
        }
        communicator.groupStart();
        for (int i = 0; i < aggregated; i++) {
            operation(iteration * aggregated + i);
        }
        communicator.groupEnd();
    }

    /** Launches a single operation, at the start of the buffers. */
    void once() {
        operation(0);
    }

    private void operation(int number) {
        long shift = stride * (number % strides);
        call.launch(send + shift, receive + shift);
        if (blocking != Blocking.NONE) {
            rank.complete();
            if (blocking == Blocking.WAIT_AND_BARRIER) {
                rank.startLine();
            }
        }
    }
}
