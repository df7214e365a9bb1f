package org.gpucomm.runner.benchmark;

import org.gpucomm.runner.ffi.Communicator;
import org.gpucomm.runner.ffi.Device;
import org.gpucomm.runner.ffi.NcclLibrary;
import org.gpucomm.runner.ffi.NcclReduction;
import org.gpucomm.runner.ffi.NcclType;
import org.gpucomm.runner.ffi.Stream;

/** One rank's GPU, stream, communicator and buffers, for the thread that drives it. */
final class Rank {

    /** Between looks at whether something has failed, while waiting for the GPU: a look costs as much as a query. */
    private static final int QUERIES_BETWEEN_CHECKS = 256;

    private final Crew crew;
    private final int seat;
    private final Device device;
    private final Stream stream;
    private final NcclLibrary nccl;
    private final Communicator communicator;
    private final Collective.Call call;
    private final long sendBuffer;
    private final long receiveBuffer;
    private final long bufferBytes;
    private final long barrierBuffer;

    /**
     * @param seat        number of this thread in its process
     * @param bufferBytes size of each of the two buffers
     */
    Rank(Crew crew, int seat, Device device, Stream stream, NcclLibrary nccl, Communicator communicator,
            long bufferBytes) {
        this.crew = crew;
        this.seat = seat;
        this.device = device;
        this.stream = stream;
        this.nccl = nccl;
        this.communicator = communicator;
        this.call = new Collective.Call(communicator, stream);
        this.bufferBytes = bufferBytes;
        this.barrierBuffer = device.allocate(Float.BYTES);
        this.sendBuffer = nccl.allocate(device, bufferBytes);
        this.receiveBuffer = nccl.allocate(device, bufferBytes);
        stream.fill(barrierBuffer, 0, Float.BYTES);
        stream.fill(sendBuffer, 0, bufferBytes);
        stream.fill(receiveBuffer, 0, bufferBytes);
    }

    Device device() {
        return device;
    }

    Stream stream() {
        return stream;
    }

    Communicator communicator() {
        return communicator;
    }

    Collective.Call call() {
        return call;
    }

    long sendBuffer() {
        return sendBuffer;
    }

    long receiveBuffer() {
        return receiveBuffer;
    }

    long bufferBytes() {
        return bufferBytes;
    }

    /** Returns when the GPU has done what was queued: spins, as nccl-tests does, for sleeping costs microseconds. */
    void complete() {
        int queries = 0;
        crew.waiting(seat, true);
        while (!stream.idle()) {
            if (++queries % QUERIES_BETWEEN_CHECKS == 0) {
                crew.throwIfFailed();
                communicator.checkQueued();
            }
            Thread.yield();
        }
        crew.waiting(seat, false);
    }

    /**
     * Returns at the same time in all ranks, give or take a few µs: a reduction of one element completes nowhere before all
     * have come. Threads that wake one another, or processes that meet over TCP, would be tens of µs apart.
     */
    void startLine() {
        communicator.allReduce(barrierBuffer, barrierBuffer, 1, NcclType.FLOAT.code(), NcclReduction.SUM.code());
        complete();
    }

    /** Frees what this rank holds. To be called by all ranks. */
    void close() {
        communicator.destroy();
        nccl.free(device, receiveBuffer);
        nccl.free(device, sendBuffer);
        device.free(barrierBuffer);
        stream.close();
        device.close();
    }
}
