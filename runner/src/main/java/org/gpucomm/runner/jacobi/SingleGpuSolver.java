package org.gpucomm.runner.jacobi;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.gpu.DeviceClock;

/** Solver of the whole problem on one GPU, for the baseline, and by the simplest kernel for the check. */
final class SingleGpuSolver implements AutoCloseable {

    private static final long COUNTERS = 64;
    private static final int BATCHES = 3;
    private static final int COPIES = 5;
    private static final double GBPS = 1e-3;

    private final Device device;
    private final Stream stream;
    private final DeviceClock clock;
    private final Domain domain;
    private final Domain.Links links;
    private final long[] arrays;
    private final long bytes;
    private final long marks;
    private final long norms;
    private final long deadline;

    /** @param norms device address of the norms */
    SingleGpuSolver(Problem problem, int rank, Device device, Stream stream, DeviceClock clock, Kernels kernels,
            long norms,
            long deadline) {
        this.device = device;
        this.stream = stream;
        this.clock = clock;
        this.norms = norms;
        this.deadline = deadline;
        this.bytes = problem.bytes(problem.inner());
        this.arrays = new long[]{device.allocate(bytes), device.allocate(bytes)};
        this.marks = device.allocate(2 * COUNTERS);
        this.domain = new Domain(problem, stream, kernels, 0, problem.inner(), arrays);
        long last = domain.rows() + 1L;
        this.links = new Domain.Links(new long[]{domain.row(0, last), domain.row(1, last)},
                new long[]{domain.row(0, 0), domain.row(1, 0)}, marks, marks + Integer.BYTES, marks + Integer.BYTES,
                marks, marks + COUNTERS, rank, rank);
    }

    /** Solves the problem and returns the time in µs. */
    double solve(int steps) {
        return timed(steps, step -> domain.linkedStep(step, norm(step), links, deadline, clock.lost()));
    }

    /** Solves the problem by the simplest kernel. */
    void solvePlainly(int steps) {
        timed(steps, step -> domain.plainStep(step, norm(step)));
    }

    /** Returns the address of a row, numbered from 1, after a number of steps. */
    long row(long steps, long row) {
        return domain.row(steps % 2, row);
    }

    /**
     * Returns the bandwidth in 10⁹ bytes per second, reads and writes, of copying rows between the arrays: that of the fastest batch. Call
     * this right after a solution, when the GPU has its clock rate under load.
     */
    double copyGBps(int rows) {
        long copied = rows * domain.rowBytes();
        double micros = Arrays.stream(clock.timeEach(BATCHES, () -> {
            for (int i = 0; i < COPIES; i++) {
                stream.copy(domain.row(1, 1), domain.row(0, 1), copied);
            }
        })).min().orElseThrow();
        return 2.0 * copied * COPIES / micros * GBPS;
    }

    private double timed(int steps, LongConsumer step) {
        domain.begin();
        stream.fill(marks, 0, 2 * COUNTERS);
        stream.fill(norms, 0, steps * Domain.NORM_BYTES);
        return clock.time(() -> LongStream.rangeClosed(1, steps).forEach(step));
    }

    private long norm(long step) {
        return norms + (step - 1) * Domain.NORM_BYTES;
    }

    @Override
    public void close() {
        device.free(marks);
        for (long array : arrays) {
            device.free(array);
        }
    }
}
