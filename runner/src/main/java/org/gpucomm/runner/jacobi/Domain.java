package org.gpucomm.runner.jacobi;

import java.util.HashMap;
import java.util.Map;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Kernels.Kernel;
import org.gpucomm.runner.ffi.cuda.Stream;

/**
 * Rows of a problem on one GPU: two arrays; each step reads one and writes the other. Each array has a copy of the row above and
 * of the row below. The kernels are in {@code native/kernels/jacobi.cu}.
 */
final class Domain {

    private static final int THREADS = 256;
    private static final int MANY_BLOCKS = 4096;
    /** Rows of a block: ROWS of jacobi.cu. Each thread computes four columns. */
    private static final int ROWS = 16;
    private static final int COLUMNS = 4 * THREADS;
    /** Number of doubles over which blocks spread their additions to a norm, to reduce contention. */
    static final int SPREAD = 32;
    /** Size in bytes of the doubles of one step's norm. */
    static final long NORM_BYTES = (long) SPREAD * Double.BYTES;

    private final Problem problem;
    private final Stream stream;
    private final Kernels kernels;
    private final Map<String, Kernel> found = new HashMap<>();
    private final int first;
    private final int rows;
    private final long[] arrays;

    /**
     * @param first  number of the first row among the computed rows
     * @param arrays addresses of the two arrays
     */
    Domain(Problem problem, Stream stream, Kernels kernels, int first, int rows, long... arrays) {
        this.problem = problem;
        this.stream = stream;
        this.kernels = kernels;
        this.first = first;
        this.rows = rows;
        this.arrays = arrays;
    }

    int rows() {
        return rows;
    }

    /** Returns the address of a row in array 0 or 1; row 0 is the copy of the row above, rows + 1 that of the row below. */
    long row(long parity, long row) {
        return arrays[(int) parity] + row * rowBytes();
    }

    long rowBytes() {
        return problem.rowBytes();
    }

    /** Queues the initial values: 0 except for the first and last column. */
    void begin() {
        for (long array : arrays) {
            kernel("gpucomm_jacobi_begin").launch(stream, MANY_BLOCKS, THREADS, array, problem.pitch(), problem.nx(),
                    problem.ny(),
                    first, rows + 2L);
        }
    }

    /** Queues a step, numbered from 1, without halo exchange; {@code norm} is the address of the doubles of its norm. */
    void step(long step, long norm) {
        step(stream, step, norm, 1, rows);
    }

    /** Queues a step of the rows at both ends: the first and last {@link #ROWS}, or all rows if there are no others. */
    void stepOfEnds(long step, long norm) {
        if (!hasMiddle()) {
            step(step, norm);
            return;
        }
        step(stream, step, norm, 1, ROWS);
        step(stream, step, norm, rows - ROWS + 1, rows);
    }

    /** Queues a step of the rows between the {@link #stepOfEnds ends}, if there are any. */
    void stepOfMiddle(Stream on, long step, long norm) {
        if (hasMiddle()) {
            step(on, step, norm, ROWS + 1, rows - ROWS);
        }
    }

    private boolean hasMiddle() {
        return rows > 2 * ROWS;
    }

    private void step(Stream on, long step, long norm, int from, int to) {
        kernel("gpucomm_jacobi_rows").launch(on, blocks(to - from + 1), THREADS, from(step), to(step), problem.pitch(),
                problem.nx(), from, to, norm, SPREAD);
    }

    /** Returns the address of the array that a step reads. */
    long from(long step) {
        return arrays[(int) ((step - 1) % 2)];
    }

    /** Returns the address of the array that a step writes. */
    long to(long step) {
        return arrays[(int) (step % 2)];
    }

    /** Returns the distance of consecutive rows in floats. */
    long pitch() {
        return problem.pitch();
    }

    /** Queues a step by the simplest kernel, with the domain as its own neighbour. */
    void plainStep(long step, long norm) {
        kernel("gpucomm_jacobi_cells").launch(stream, MANY_BLOCKS, THREADS, from(step), to(step), problem.pitch(),
                problem.nx(), rows, norm, SPREAD);
        stream.copy(row(step % 2, 0), row(step % 2, rows), rowBytes());
        stream.copy(row(step % 2, rows + 1L), row(step % 2, 1), rowBytes());
    }

    /** Queues a step that writes its halo to the neighbours. */
    void linkedStep(long step, long norm, Links links, long deadline, long lost) {
        kernel("gpucomm_jacobi_linked").launch(stream, blocks(rows), THREADS, from(step), to(step),
                problem.pitch(), problem.nx(), rows, norm, SPREAD, links.rowAbove()[(int) (step % 2)],
                links.rowBelow()[(int) (step % 2)], links.comeAbove(), links.comeBelow(), links.goneAbove(),
                links.goneBelow(),
                links.counters(), step, links.above(), links.below(), deadline, lost);
    }

    /** Queues counting cells that differ by more than 1e-5 from another domain, given by the address of its first row. */
    void compare(long step, long other, long wrong) {
        int millionths = 10;
        kernel("gpucomm_jacobi_compare").launch(stream, MANY_BLOCKS, THREADS, row(step % 2, 1), other, problem.pitch(),
                problem.nx(), rows, millionths, wrong);
    }

    /** Reads the norms of steps from the device and sums the doubles of each. */
    static double[] norms(Device device, long norms, int steps) {
        var read = device.readDoubles(norms, steps * SPREAD);
        var sums = new double[steps];
        for (int i = 0; i < read.length; i++) {
            sums[i / SPREAD] += read[i];
        }
        return sums;
    }

    private int blocks(int ofRows) {
        return (int) ((problem.pitch() + COLUMNS - 1) / COLUMNS) * ((ofRows + ROWS - 1) / ROWS);
    }

    private Kernel kernel(String name) {
        return found.computeIfAbsent(name, kernels::kernel);
    }

    /**
     * Links of a rank to its neighbours in the ring; a rank may be its own neighbour.
     *
     * @param rowAbove  address of the row below the last row of the rank above, in each of its two arrays: the target of our first row
     * @param rowBelow  address of the row above the first row of the rank below, in each of its two arrays
     * @param comeAbove address of our mark that the rank above sets; marks are 0 before the first step
     * @param goneAbove address of the mark of the rank above that we set
     * @param counters  address of two counters of ours, which are 0 between steps
     */
    record Links(long[] rowAbove, long[] rowBelow, long comeAbove, long comeBelow, long goneAbove, long goneBelow,
            long counters, int above, int below) {}
}
