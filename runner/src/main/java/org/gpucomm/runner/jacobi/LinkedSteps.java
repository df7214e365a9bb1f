package org.gpucomm.runner.jacobi;

import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.gpu.DeviceClock;
import org.gpucomm.runner.gpu.ReachableMemory;

/** Stepper for {@link HaloExchangeMethod#LINKED}: kernels write rows to the neighbours' memory. */
final class LinkedSteps implements DistributedStepper {

    /** Offset in the memory that peers reach: two marks come first, then two counters, then the arrays. */
    private static final long COUNTERS = 64;
    private static final long ARRAYS = 4096;

    private final Stream stream;
    private final Domain domain;
    private final Domain.Links links;
    private final long marks;
    private final long norms;
    private final long deadline;
    private final long lost;

    /** @param norms device address of the norms */
    LinkedSteps(Ring ring, Stream stream, DeviceClock clock, Kernels kernels, ReachableMemory peers, long norms,
            long deadline) {
        long array = ring.arrayBytes();
        int above = ring.above();
        int below = ring.below();
        this.stream = stream;
        this.marks = peers.mine();
        this.norms = norms;
        this.deadline = deadline;
        this.lost = clock.lost();
        this.domain = new Domain(ring.problem(), stream, kernels, ring.first(), ring.rows(), marks + ARRAYS,
                marks + ARRAYS + array);
        long last = ring.belowTheLastOfAbove();
        this.links = new Domain.Links(
                new long[]{peers.of(above) + ARRAYS + last, peers.of(above) + ARRAYS + array + last},
                new long[]{peers.of(below) + ARRAYS, peers.of(below) + ARRAYS + array}, marks, marks + Integer.BYTES,
                peers.of(above) + Integer.BYTES, peers.of(below), marks + COUNTERS, above, below);
    }

    /** Returns the size in bytes of the {@link ReachableMemory} for a problem. */
    static long bytes(Ring ring) {
        return ARRAYS + 2 * ring.arrayBytes();
    }

    @Override
    public Domain domain() {
        return domain;
    }

    @Override
    public void begin(int steps) {
        domain.begin();
        stream.fill(marks, 0, ARRAYS);
        stream.fill(norms, 0, steps * Domain.NORM_BYTES);
    }

    @Override
    public void queue(int steps) {
        for (long step = 1; step <= steps; step++) {
            domain.linkedStep(step, norms + (step - 1) * Domain.NORM_BYTES, links, deadline, lost);
        }
    }

    @Override
    public long norms() {
        return norms;
    }

    @Override
    public boolean sumsNorms() {
        return false;
    }

    @Override
    public void close() {
        // The memory is shared by all problems.
    }
}
