package org.gpucomm.runner.jacobi;

import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Event;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.ffi.shim.NvshmemShim;
import org.gpucomm.runner.gpu.DeviceClock;

/** Stepper whose kernels put halos by NVSHMEM, in symmetric memory. */
final class NvshmemSteps implements DistributedStepper {

    private static final long SIGNAL_BYTES = 2 * Long.BYTES;

    private final HaloExchangeMethod method;
    private final Ring ring;
    private final Stream stream;
    private final NvshmemShim nvshmem;
    private final Domain domain;
    private final long[] arrays;
    private final long parts;
    private final long sums;
    private final long signals;
    private final long deadline;
    private final long lost;
    private final Stream beside;
    private final Event computed;

    /** Allocates symmetric memory. All ranks must call this together. */
    NvshmemSteps(HaloExchangeMethod method, Ring ring, Device device, Stream stream, DeviceClock clock, Kernels kernels,
            NvshmemShim nvshmem, long deadline) {
        this.method = method;
        this.ring = ring;
        this.stream = stream;
        this.nvshmem = nvshmem;
        this.deadline = deadline;
        this.lost = clock.lost();
        long bytes = ring.arrayBytes();
        this.arrays = new long[]{nvshmem.allocate(bytes), nvshmem.allocate(bytes)};
        this.parts = nvshmem.allocate(ring.problem().steps() * Domain.NORM_BYTES);
        this.sums = nvshmem.allocate(ring.problem().steps() * Domain.NORM_BYTES);
        this.signals = nvshmem.allocate(SIGNAL_BYTES);
        this.domain = new Domain(ring.problem(), stream, kernels, ring.first(), ring.rows(), arrays);
        this.beside = device.stream();
        this.computed = device.event();
    }

    /** Returns the size in bytes of the symmetric heap for a problem. */
    static long heapBytes(Ring ring) {
        return NvshmemShim.heapFor(ring.arrayBytes(), ring.arrayBytes());
    }

    @Override
    public Domain domain() {
        return domain;
    }

    @Override
    public void begin(int steps) {
        domain.begin();
        stream.fill(signals, 0, SIGNAL_BYTES);
        stream.fill(parts, 0, steps * Domain.NORM_BYTES);
    }

    @Override
    public void queue(int steps) {
        boolean bySignals = method == HaloExchangeMethod.NVSHMEM_SYNC;
        int number = method.ordinal() - HaloExchangeMethod.NVSHMEM.ordinal();
        for (long step = 1; step <= steps; step++) {
            long at = (step - 1) * Domain.NORM_BYTES;
            long to = domain.to(step);
            nvshmem.jacobi(number, domain.from(step), to, domain.pitch(), ring.problem().nx(), domain.rows(),
                    parts + at, Domain.SPREAD, to + ring.belowTheLastOfAbove(), to, signals, step, ring.above(),
                    ring.below(), deadline, lost, stream.handle());
            if (bySignals) {
                computed.record(stream);
                beside.waitFor(computed);
                sumUp(at, beside);
            } else {
                nvshmem.barrier(stream.handle());
                sumUp(at, stream);
            }
        }
        if (bySignals) {
            computed.record(beside);
            stream.waitFor(computed);
            // The last puts may still be in flight.
            nvshmem.barrier(stream.handle());
        }
    }

    private void sumUp(long at, Stream on) {
        nvshmem.reduce(sums + at, parts + at, Domain.SPREAD, ElementType.DOUBLE.number(), on.handle());
    }

    @Override
    public long norms() {
        return sums;
    }

    @Override
    public void close() {
        computed.close();
        beside.close();
        for (long memory : new long[]{signals, sums, parts, arrays[1], arrays[0]}) {
            nvshmem.free(memory);
        }
    }
}
