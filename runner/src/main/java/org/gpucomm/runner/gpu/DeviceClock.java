package org.gpucomm.runner.gpu;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Event;
import org.gpucomm.runner.ffi.cuda.StreamGate;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.rig.Seat;

/**
 * The clock of one seat's GPU: events on its stream, and waiting until the stream is idle. Kernels that wait for other GPUs
 * note in a word of device memory what did not come; the clock looks at it whenever the stream is idle.
 */
public final class DeviceClock implements AutoCloseable {

    /** Between looks at whether something has failed, while waiting for the GPU: a look costs as much as a query. */
    private static final int QUERIES_BETWEEN_CHECKS = 256;
    /** By so many operations grids are compared. */
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

    /** @param lostAfter how long kernels wait for other GPUs */
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
     * Runs what queues a batch, while the GPU waits until all of it is queued: what it costs the host to queue a launch is then no
     * part of the times between marks. What it launches was launched before.
     */
    public void held(Runnable queueing) {
        gate.close(stream);
        try {
            queueing.run();
        } finally {
            gate.open();
        }
    }

    /** Returns the word in which kernels note what did not come. */
    public long lost() {
        return lost;
    }

    /** Marks a time behind the work that is queued. @param number 0 or one that was marked, or the next */
    public void mark(int number) {
        while (events.size() <= number) {
            events.add(device.event());
        }
        events.get(number).record(stream);
    }

    /** Returns µs from one mark to another; both must be complete. */
    public double micros(int from, int to) {
        return events.get(to).microsSince(events.get(from));
    }

    /**
     * Returns when the GPU has done what was queued: spins, for sleeping costs microseconds.
     *
     * @throws KernelFailureException if a kernel has waited for another GPU in vain
     */
    public void complete() {
        int queries = 0;
        seat.waiting(true);
        while (!stream.idle()) {
            if (++queries % QUERIES_BETWEEN_CHECKS == 0) {
                seat.throwIfFailed();
            }
            Thread.yield();
        }
        seat.waiting(false);
        KernelFailureException.throwIfAny(device.readLong(lost), seat.rank(), lostAfter);
    }

    /** Returns the longest of the times of all seats. All seats do it. */
    public double longest(double micros) {
        var mine = ByteBuffer.allocate(Double.BYTES).putDouble(micros).array();
        return seat.exchange("times of the GPUs", mine).stream()
                .mapToDouble(bytes -> ByteBuffer.wrap(bytes).getDouble())
                .max().orElseThrow();
    }

    /**
     * Returns the grid whose slowest seat is the fastest, the same for all seats. A grid is tried once to warm up, then with as many
     * operations as take about a ms.
     *
     * @param micros runs so many operations over a grid on this seat; returns µs of one
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

    /** Clock that runs operations over a grid. */
    @FunctionalInterface
    public interface Trial {

        /** Returns µs of one operation on this seat. */
        double run(Grid grid, int operations);
    }

    /** Frees what it holds, once all work is complete. */
    @Override
    public void close() {
        events.forEach(Event::close);
        gate.close();
        device.free(lost);
    }
}
