package org.gpucomm.runner.benchmark;

import org.gpucomm.results.Placement;
import org.gpucomm.runner.benchmark.Spec.Blocking;

/**
 * Launches iterations of one operation at one size and placement: what stands between the clock's two readings. Allocates
 * nothing.
 */
final class Launcher {

    private final Collective collective;
    private final Rank rank;
    private final Work work;
    private final int aggregated;
    private final Blocking blocking;
    private final long send;
    private final long receive;
    private final long stride;
    private final int strides;

    Launcher(Collective collective, Rank rank, Work work, Placement placement, int aggregated, Blocking blocking) {
        this.collective = collective;
        this.rank = rank;
        this.work = work;
        this.aggregated = aggregated;
        this.blocking = blocking;
        boolean inPlace = placement == Placement.IN_PLACE;
        var layout = work.layout();
        this.send = inPlace
                ? rank.receiveBuffer() + work.bytes(layout.sendInPlace() * work.rank())
                : rank.sendBuffer();
        this.receive = inPlace
                ? rank.receiveBuffer() + work.bytes(layout.receiveInPlace() * work.rank())
                : rank.receiveBuffer();
        // As in nccl-tests each operation takes the next part of the buffers, so that caches do not help.
        this.stride = work.messageBytes();
        this.strides = stride == 0 ? 1 : (int) Math.min(Integer.MAX_VALUE, Math.max(1, rank.bufferBytes() / stride));
    }

    /** Where the first operation of a batch sends from. */
    long send() {
        return send;
    }

    /** Where the first operation of a batch receives. */
    long receive() {
        return receive;
    }

    /** One iteration: one operation, or a group of several. */
    void iteration(int iteration) {
        if (aggregated == 1) {
            operation(iteration);
            return;
        }
        rank.communicator().groupStart();
        for (int i = 0; i < aggregated; i++) {
            operation(iteration * aggregated + i);
        }
        rank.communicator().groupEnd();
    }

    /** A single operation, at the beginning of the buffers. */
    void once() {
        operation(0);
    }

    private void operation(int number) {
        long shift = stride * (number % strides);
        collective.launch(work, rank.call(), send + shift, receive + shift);
        if (blocking != Blocking.NONE) {
            rank.complete();
            if (blocking == Blocking.WAIT_AND_BARRIER) {
                rank.startLine();
            }
        }
    }
}
