package org.gpucomm.runner.gpu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Event;
import org.gpucomm.runner.ffi.cuda.StreamGate;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.rig.Seat;

/**
 * Clock of a seat's GPU: records events on a stream and waits until the stream is idle. A kernel that waits in vain for another GPU writes
 * the reason to a word of device memory, which the clock reads whenever the stream is idle.
 */
public final class DeviceClock implements AutoCloseable {

    /** Stream queries between two checks for failures while waiting for the GPU: a check costs as much as a query. */
    private static final int QUERIES_BETWEEN_CHECKS = 256;
    /** Minimum number of operations for comparing grids. */
    private static final int FEWEST_TRIED = 5;
    private static final int MOST_TRIED = 200;
    private static final double TRIED_MICROS = 1000;

    private final Seat seat;
    private final Device device;
    private final Stream stream;
    private final Duration lostAfter;
    private final long lost;
    private final StreamGate gate;
    private final List<Event> events = new ArrayList<>();

    /** @param lostAfter time that kernels wait for other GPUs */
    public DeviceClock(Seat seat, Device device, Stream stream, Duration lostAfter) {
        this.seat = seat;
        this.device = device;
        this.stream = stream;
        this.lostAfter = lostAfter;
        this.lost = device.allocate(Long.BYTES);
        device.write(lost, 0);
        this.gate = new StreamGate(device);
    }

    /**
     * Queues a batch while the GPU waits until all of the batch is queued, so that the times between marks exclude the host's cost of
     * launches. Each kernel of the batch must have been launched before.
     */
    private void held(Runnable queueing) {
        gate.close(stream);
        try {
            queueing.run();
        } finally {
            gate.open();
        }
    }

    /** Returns the device address of the word to which kernels write failures. */
    public long lost() {
        return lost;
    }

    /** Records a mark after the work that is already queued. Marks are numbered from 0 without gaps. */
    public void mark(int number) {
        while (events.size() <= number) {
            events.add(device.event());
        }
        events.get(number).record(stream);
    }

    /** Returns the time between two marks in µs; both must be complete. */
    public double micros(int from, int to) {
        return events.get(to).microsSince(events.get(from));
    }

    /**
     * Waits until the GPU has completed the queued work. Spins, because sleeping costs microseconds.
     *
     * @throws KernelFailureException if a kernel waited for another GPU in vain
     */
    public void complete() {
        complete(seat, stream, () -> {});
        KernelFailureException.throwIfAny(device.readLong(lost), seat.rank(), lostAfter);
    }

    /**
     * Waits until the GPU has completed the work that is queued on a stream. Spins, like nccl-tests, because sleeping costs microseconds.
     *
     * @param check further check for failures while waiting
     */
    public static void complete(Seat seat, Stream stream, Runnable check) {
        int queries = 0;
        seat.waiting(true);
        while (!stream.idle()) {
            if (++queries % QUERIES_BETWEEN_CHECKS == 0) {
                seat.throwIfFailed();
                check.run();
            }
            Thread.yield();
        }
        seat.waiting(false);
    }

    /**
     * Returns the time of a batch in µs, from a start of all GPUs. All seats must call this.
     *
     * @param held  whether the GPU waits until all of the batch is queued
     * @param start queues a meeting of all GPUs
     */
    public double batch(boolean held, Runnable start, Runnable operations) {
        seat.barrier("the next batch");
        Runnable queueing = () -> {
            start.run();
            mark(0);
            operations.run();
            mark(1);
        };
        if (held) {
            held(queueing);
        } else {
            queueing.run();
        }
        complete();
        return micros(0, 1);
    }

    /** Queues work between two marks, waits until it is complete, and returns its time in µs. */
    public double time(Runnable queueing) {
        mark(0);
        queueing.run();
        mark(1);
        complete();
        return micros(0, 1);
    }

    /** Queues operations with a mark after each, waits until they are complete, and returns the time of each in µs. */
    public double[] timeEach(int operations, Runnable operation) {
        mark(0);
        for (int i = 1; i <= operations; i++) {
            operation.run();
            mark(i);
        }
        complete();
        return IntStream.range(0, operations).mapToDouble(i -> micros(i, i + 1)).toArray();
    }

    /** Returns the longest time of all seats. All seats must call this. */
    public double longest(double micros) {
        return Arrays.stream(seat.exchange("times of the GPUs", micros)).max().orElseThrow();
    }

    /**
     * Returns the grid with the shortest time of the slowest seat, the same for all seats. Each grid is warmed up once, then measured with
     * enough operations to take about 1 ms.
     *
     * @param micros trial of a grid on this seat
     */
    public Grid fastest(List<Grid> grids, Trial micros) {
        var best = grids.getFirst();
        double least = Double.POSITIVE_INFINITY;
        for (var grid : grids) {
            double first = longest(micros.run(grid, FEWEST_TRIED));
            int many = (int) Math.clamp(TRIED_MICROS / Math.max(first, 1e-3), FEWEST_TRIED, MOST_TRIED);
            double time = longest(micros.run(grid, many));
            if (time < least) {
                least = time;
                best = grid;
            }
        }
        return best;
    }

    /** Trial of operations over a grid. */
    @FunctionalInterface
    public interface Trial {

        /** Runs operations on this seat and returns the time of one in µs. */
        double run(Grid grid, int operations);
    }

    /** Frees events, gate and memory. All work must be complete. */
    @Override
    public void close() {
        events.forEach(Event::close);
        gate.close();
        device.free(lost);
    }
}
