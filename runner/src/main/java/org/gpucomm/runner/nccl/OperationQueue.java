package org.gpucomm.runner.nccl;

import java.util.Objects;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.runner.collective.Exchange;
import org.gpucomm.runner.collective.RankWork;
import org.gpucomm.runner.ffi.cuda.Stream;
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
        this.call = call(request.collective().operation(), work, reductionCode, communicator, rank.stream());
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

    /** Call of NCCL for one operation of one rank. */
    private interface Call {

        /**
         * Queues one operation. As part of the timed loop, this must neither allocate nor wait.
         *
         * @param send    device address of the send buffer
         * @param receive device address of the receive buffer
         */
        void launch(long send, long receive);
    }

    /** Returns the call for an operation, with a reduction code from {@link Communicator#reduction}. */
    private static Call call(Operation operation, RankWork work, int reductionCode, Communicator nccl, Stream stream) {
        long count = work.count();
        int type = Communicator.typeCode(work.type());
        int bytes = work.elementBytes();
        int root = work.root();
        return switch (operation) {
            case ALL_REDUCE -> (send, receive) -> nccl.allReduce(send, receive, count, type, reductionCode);
            case ALL_GATHER -> (send, receive) -> nccl.allGather(send, receive, count, type);
            case REDUCE_SCATTER -> (send, receive) -> nccl.reduceScatter(send, receive, count, type, reductionCode);
            case ALLTOALL -> (send, receive) -> nccl.allToAll(send, receive, count, bytes, type);
            case BROADCAST -> (send, receive) -> nccl.broadcast(send, receive, count, type, root);
            case REDUCE -> (send, receive) -> nccl.reduce(send, receive, count, type, reductionCode, root);
            case GATHER -> (send, receive) -> nccl.gather(send, receive, count, bytes, type, root);
            case SCATTER -> (send, receive) -> nccl.scatter(send, receive, count, bytes, type, root);
            case SENDRECV -> (send, receive) -> sendReceive(work, type, nccl, send, receive);
            case HYPERCUBE -> (send, receive) -> hypercube(work, type, nccl, stream, send, receive);
            case ALLTOALLV, MOE_DISPATCH, MOE_COMBINE -> {
                var exchange = Objects.requireNonNull(work.layout().exchange());
                yield (send, receive) -> exchange(exchange, work, type, nccl, send, receive);
            }
            default -> throw new IllegalArgumentException("NCCL has no way to do " + operation.id());
        };
    }

    private static void sendReceive(RankWork work, int type, Communicator nccl, long send, long receive) {
        int rank = work.rank();
        int ranks = work.ranks();
        nccl.groupStart();
        nccl.send(send, work.count(), type, (rank + 1) % ranks);
        nccl.receive(receive, work.count(), type, (rank - 1 + ranks) % ranks);
        nccl.groupEnd();
    }

    private static void hypercube(RankWork work, int type, Communicator nccl, Stream stream, long send, long receive) {
        int rank = work.rank();
        long share = work.bytes(work.count());
        long own = receive + rank * share;
        if (own != send) {
            stream.copy(own, send, share);
        }
        for (int edge = 1; edge < work.ranks(); edge <<= 1) {
            int mine = rank & -edge;
            int theirs = mine ^ edge;
            nccl.groupStart();
            nccl.send(receive + mine * share, work.count() * edge, type, rank ^ edge);
            nccl.receive(receive + theirs * share, work.count() * edge, type, rank ^ edge);
            nccl.groupEnd();
        }
    }

    private static void exchange(Exchange exchange, RankWork work, int type, Communicator nccl, long send,
            long receive) {
        int rank = work.rank();
        nccl.groupStart();
        for (int peer = 0; peer < exchange.ranks(); peer++) {
            long outgoing = exchange.count(rank, peer);
            if (outgoing > 0) {
                nccl.send(send + work.bytes(exchange.sendOffset(rank, peer)), outgoing, type, peer);
            }
            long incoming = exchange.count(peer, rank);
            if (incoming > 0) {
                nccl.receive(receive + work.bytes(exchange.receiveOffset(rank, peer)), incoming, type, peer);
            }
        }
        nccl.groupEnd();
    }
}
