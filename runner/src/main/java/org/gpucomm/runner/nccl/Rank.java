package org.gpucomm.runner.nccl;

import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.ffi.nccl.Communicator;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.gpu.DeviceClock;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;

/** Stream, communicator and buffers of one rank, used by the thread of its GPU. */
final class Rank {

    private final Seat seat;
    private final Device device;
    private final Stream stream;
    private final Nccl nccl;
    private final Communicator communicator;
    private final long sendBuffer;
    private final long receiveBuffer;
    private final long bufferBytes;
    private final long barrierBuffer;
    private final int floats = Communicator.typeCode(ElementType.FLOAT);
    private final int sum;
    /** Created once, because timed loops must not allocate. */
    private final Runnable check;

    /** @param bufferBytes size of each of the two buffers in bytes */
    Rank(Seat seat, Device device, Stream stream, Nccl nccl, Communicator communicator, long bufferBytes,
            NcclRequest.Registration registration) {
        this.seat = seat;
        this.device = device;
        this.stream = stream;
        this.nccl = nccl;
        this.communicator = communicator;
        this.bufferBytes = bufferBytes;
        this.check = communicator::checkQueued;
        this.sum = communicator.reduction(Reduction.SUM, ElementType.FLOAT, 0);
        this.barrierBuffer = device.allocate(Float.BYTES);
        this.sendBuffer = nccl.allocate(device, bufferBytes);
        this.receiveBuffer = nccl.allocate(device, bufferBytes);
        switch (registration) {
            case NONE -> {
                // NCCL then maps buffers when they are used.
            }
            case BUFFERS -> {
                communicator.register(sendBuffer, bufferBytes);
                communicator.register(receiveBuffer, bufferBytes);
            }
            case SYMMETRIC -> {
                communicator.registerWindow(sendBuffer, bufferBytes);
                communicator.registerWindow(receiveBuffer, bufferBytes);
            }
        }
        stream.fill(barrierBuffer, 0, Float.BYTES);
        stream.fill(sendBuffer, 0, bufferBytes);
        stream.fill(receiveBuffer, 0, bufferBytes);
    }

    /** Returns the size in bytes of a buffer for the largest message of any case. */
    static long bufferBytes(Cases cases, int ranks) {
        long most = (long) NcclSetup.SMALLEST_BYTES * ranks;
        for (var series : cases.series()) {
            for (var each : series.warmUps()) {
                most = Math.max(most, ((NcclCase) each).bufferBytes());
            }
        }
        return most;
    }

    Stream stream() {
        return stream;
    }

    Communicator communicator() {
        return communicator;
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

    /** Waits until the GPU has completed the queued work. */
    void complete() {
        DeviceClock.complete(seat, stream, check);
    }

    /**
     * Synchronises all ranks to within a few µs by an all-reduce of one element, which completes on no rank before all have joined. Waking
     * threads or exchanging messages over TCP would be tens of µs apart.
     */
    void startLine() {
        communicator.allReduce(barrierBuffer, barrierBuffer, 1, floats, sum);
        complete();
    }

    /** Frees the resources of this rank. All ranks must call this. */
    void close() {
        communicator.unregister();
        communicator.destroy();
        nccl.free(device, receiveBuffer);
        nccl.free(device, sendBuffer);
        device.free(barrierBuffer);
        stream.close();
        device.close();
    }
}
