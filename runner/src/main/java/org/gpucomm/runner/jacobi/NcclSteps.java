package org.gpucomm.runner.jacobi;

import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Event;
import org.gpucomm.runner.ffi.cuda.Graph;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.ffi.nccl.Communicator;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.gpu.DeviceClock;
import org.jspecify.annotations.Nullable;

/**
 * Stepper with NCCL sends and receives: after each step, or while another stream computes the rows between the ends; launched one by one or
 * as graphs.
 */
final class NcclSteps implements DistributedStepper {

    /** Steps of a graph: an even number, so that each graph starts with the same array. */
    private static final int CAPTURED = 20;
    private static final int FLOATS = Communicator.typeCode(ElementType.FLOAT);
    private static final int DOUBLES = Communicator.typeCode(ElementType.DOUBLE);

    private final HaloExchangeMethod method;
    private final Ring ring;
    private final Device device;
    private final Stream stream;
    private final Communicator communicator;
    private final Nccl nccl;
    private final Domain domain;
    private final long[] arrays;
    private final long norms;
    private final long normsOfGraph;
    private final int sum;
    private final Stream middle;
    private final Event endsDone;
    private final Event middleDone;
    private @Nullable Graph graph;

    /**
     * @param stream stream of the communicator
     * @param norms  device address of the norms
     */
    NcclSteps(HaloExchangeMethod method, Ring ring, Device device, Stream stream, DeviceClock clock, Kernels kernels,
            Nccl nccl,
            Communicator communicator, long norms) {
        this.method = method;
        this.ring = ring;
        this.device = device;
        this.stream = stream;
        this.nccl = nccl;
        this.communicator = communicator;
        this.norms = norms;
        this.sum = communicator.reduction(Reduction.SUM, ElementType.DOUBLE, 0);
        long bytes = ring.arrayBytes();
        this.arrays = new long[]{nccl.allocate(device, bytes), nccl.allocate(device, bytes)};
        if (method == HaloExchangeMethod.NCCL_BUFFER) {
            communicator.register(arrays[0], bytes);
            communicator.register(arrays[1], bytes);
        }
        this.domain = new Domain(ring.problem(), stream, kernels, ring.first(), ring.rows(), arrays);
        this.normsOfGraph = device.allocate(CAPTURED * Domain.NORM_BYTES);
        this.middle = device.stream();
        this.endsDone = device.event();
        this.middleDone = device.event();
        if (method.isCaptured()) {
            capture(clock);
        }
    }

    /** Captures the graph, after a first step in which NCCL connects, because a graph cannot contain connecting. */
    private void capture(DeviceClock clock) {
        begin(1);
        overlapped(1, 1, norms);
        clock.complete();
        stream.beginCapture();
        stream.fill(normsOfGraph, 0, CAPTURED * Domain.NORM_BYTES);
        overlapped(1, CAPTURED, normsOfGraph);
        graph = stream.endCaptureOfUrgent();
    }

    @Override
    public Domain domain() {
        return domain;
    }

    @Override
    public void begin(int steps) {
        domain.begin();
        stream.fill(norms, 0, steps * Domain.NORM_BYTES);
    }

    @Override
    public void queue(int steps) {
        int done = 0;
        for (; graph != null && done + CAPTURED <= steps; done += CAPTURED) {
            stream.launch(graph);
            stream.copy(norms + done * Domain.NORM_BYTES, normsOfGraph, CAPTURED * Domain.NORM_BYTES);
        }
        if (method.overlaps()) {
            overlapped(done + 1, steps, norms);
            return;
        }
        for (long step = 1; step <= steps; step++) {
            long norm = norms + (step - 1) * Domain.NORM_BYTES;
            domain.step(step, norm);
            exchange(step);
            communicator.allReduce(norm, norm, Domain.SPREAD, DOUBLES, sum);
        }
    }

    /**
     * Queues steps with overlap. A step of the ends reads rows of the middle and overwrites rows that the middle read in the previous step,
     * and vice versa. So each waits for the other's previous step.
     *
     * @param of device address of the norm of step 1
     */
    private void overlapped(long from, long to, long of) {
        endsDone.record(stream);
        for (long step = from; step <= to; step++) {
            long norm = of + (step - 1) * Domain.NORM_BYTES;
            middle.waitFor(endsDone);
            if (step > from) {
                stream.waitFor(middleDone);
            }
            domain.stepOfEnds(step, norm);
            endsDone.record(stream);
            domain.stepOfMiddle(middle, step, norm);
            middleDone.record(middle);
            exchange(step);
            if (step > from) {
                sumUp(norm - Domain.NORM_BYTES);
            }
        }
        if (from <= to) {
            stream.waitFor(middleDone);
            sumUp(of + (to - 1) * Domain.NORM_BYTES);
        }
    }

    private void sumUp(long norm) {
        communicator.allReduce(norm, norm, Domain.SPREAD, DOUBLES, sum);
    }

    /** Exchanges halos. The order of receives matches that of the neighbour's sends, in case both neighbours are the same rank. */
    private void exchange(long step) {
        long now = step % 2;
        int columns = ring.problem().nx();
        communicator.groupStart();
        communicator.send(domain.row(now, 1), columns, FLOATS, ring.above());
        communicator.send(domain.row(now, domain.rows()), columns, FLOATS, ring.below());
        communicator.receive(domain.row(now, domain.rows() + 1L), columns, FLOATS, ring.below());
        communicator.receive(domain.row(now, 0), columns, FLOATS, ring.above());
        communicator.groupEnd();
    }

    @Override
    public long norms() {
        return norms;
    }

    @Override
    public void close() {
        if (graph != null) {
            graph.close();
        }
        middleDone.close();
        endsDone.close();
        middle.close();
        communicator.unregister();
        device.free(normsOfGraph);
        for (long array : arrays) {
            nccl.free(device, array);
        }
    }
}
