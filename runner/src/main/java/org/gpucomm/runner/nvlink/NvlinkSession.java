package org.gpucomm.runner.nvlink;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Event;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.gpu.DeviceCheck;
import org.gpucomm.runner.gpu.Loss;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/**
 * One GPU's part. The start line is a kernel that ends when it runs on all GPUs; the clock is events of the device, from
 * there to the end of the batch.
 */
final class NvlinkSession implements Session {

    /** Between looks at whether something has failed, while waiting for the GPU: a look costs as much as a query. */
    private static final int QUERIES_BETWEEN_CHECKS = 256;
    /** Operations by which grids are compared. */
    private static final int TRIED = 5;

    private final NvlinkSetup setup;
    private final Seat seat;
    private final Device device;
    private final List<Event> events = new ArrayList<>();
    private @Nullable Stream stream;
    private @Nullable Memory memory;
    private @Nullable Kernels kernels;
    private @Nullable Queues queues;
    private @Nullable DeviceCheck check;
    private @Nullable NvlinkCase prepared;
    private @Nullable Grid grid;
    private long seed;

    NvlinkSession(NvlinkSetup setup, Seat seat, Device device) {
        this.setup = setup;
        this.seat = seat;
        this.device = device;
    }

    @Override
    public long room() {
        return device.freeBytes();
    }

    @Override
    public void join(Cases cases) {
        seat.at("mapping the memory of the other GPUs");
        long most = cases.series().stream().flatMap(series -> series.points().stream())
                .flatMap(point -> point.cases().stream())
                .mapToLong(each -> ((NvlinkCase) each).bytes()).max().orElse(0);
        var made = device.stream();
        stream = made;
        kernels = new Kernels(device, setup);
        memory = Memory.meet(seat, device, most);
        queues = new Queues(seat, made, kernels, memory, most, setup.request().lostAfter());
        check = new DeviceCheck(device, made, setup.checks());
    }

    @Override
    public void warmUp(Case of, int operations) {
        var each = (NvlinkCase) of;
        batch(each, each.grid() == null && each.way().hasGrid() ? grids(each).getFirst() : each.grid(), operations);
    }

    @Override
    public void prepare(Case of) {
        var each = (NvlinkCase) of;
        prepared = each;
        grid = each.measuresMore() ? fastest(each) : fitting(each);
    }

    @Override
    public double run() {
        var each = Objects.requireNonNull(prepared);
        double micros = batch(each, grid, setup.request().protocol().iterations());
        return each.isExchange() ? micros : longest(each, micros);
    }

    /** Each iteration is a launch; a meeting of all GPUs precedes the first. */
    @Override
    public double[] iterations() {
        var each = Objects.requireNonNull(prepared);
        int iterations = setup.request().protocol().iterations();
        begin();
        event(0).record(stream());
        for (int i = 0; i < iterations; i++) {
            queues().operations(each, grid, 1);
            event(i + 1).record(stream());
        }
        complete();
        var micros = new double[iterations];
        for (int i = 0; i < iterations && each.acts(seat.rank()); i++) {
            micros[i] = oneWay(each, event(i + 1).microsSince(event(i)));
        }
        return micros;
    }

    @Override
    public double[] measured() {
        var chosen = grid;
        return chosen == null ? new double[2] : new double[]{chosen.blocks(), chosen.threads()};
    }

    /** No GPU writes before all have filled their buffers: nothing else would hold it back. */
    @Override
    public OptionalLong check() {
        var each = Objects.requireNonNull(prepared);
        if (each.way() == Way.PING) {
            return OptionalLong.empty();
        }
        var with = Objects.requireNonNull(check);
        var work = each.work(seat.rank(), seat.ranks());
        seed++;
        stream().fill(memory().receive(seat.rank()), 0, each.bytes());
        with.fill(each.collective(), work, memory().send(seat.rank()), seed);
        complete();
        begin();
        queues().operations(each, grid, 1);
        complete();
        seat.barrier("all GPUs are done");
        with.check(each.collective(), work, memory().receive(seat.rank()), seed);
        complete();
        return OptionalLong.of(with.wrong());
    }

    @Override
    public void finish() {
        prepared = null;
    }

    @Override
    public void leave() {
        events.forEach(Event::close);
        Objects.requireNonNull(check).close();
        memory().close();
        Objects.requireNonNull(kernels).close();
        stream().close();
        device.close();
    }

    /** Nothing to end: a kernel that waits for another GPU gives up by itself. */
    @Override
    public void abort() {
        // What is queued ends within the time that a GPU waits for another.
    }

    /** Returns µs of one operation by the device's clock. */
    private double batch(NvlinkCase each, @Nullable Grid with, int operations) {
        begin();
        event(0).record(stream());
        queues().operations(each, with, operations);
        event(1).record(stream());
        complete();
        return oneWay(each, event(1).microsSince(event(0)) / Math.max(1, operations));
    }

    /** The seats come together first, so that no GPU waits for a thread that is late. */
    private void begin() {
        seat.barrier("the next batch");
        queues().meet();
    }

    private static double oneWay(NvlinkCase each, double micros) {
        return each.way() == Way.PING ? micros / 2 : micros;
    }

    /** Returns the longest time of the seats whose GPUs act; the others only look on. */
    private double longest(NvlinkCase each, double micros) {
        var mine = ByteBuffer.allocate(Double.BYTES).putDouble(each.acts(seat.rank()) ? micros : 0).array();
        return seat.exchange("times of the GPUs", mine).stream()
                .mapToDouble(bytes -> ByteBuffer.wrap(bytes).getDouble())
                .max().orElseThrow();
    }

    /** All seats choose the same: the grid whose slowest seat is the fastest. */
    private Grid fastest(NvlinkCase each) {
        Grid best = null;
        double least = Double.POSITIVE_INFINITY;
        for (var candidate : grids(each)) {
            batch(each, candidate, TRIED);
            double micros = longest(each, batch(each, candidate, TRIED));
            if (micros < least) {
                least = micros;
                best = candidate;
            }
        }
        return Objects.requireNonNull(best);
    }

    private List<Grid> grids(NvlinkCase each) {
        return each.way().grids(device.multiprocessors());
    }

    /** @throws IllegalArgumentException if blocks would wait for blocks that are not on the GPU */
    private @Nullable Grid fitting(NvlinkCase each) {
        var asked = each.grid();
        int multiprocessors = device.multiprocessors();
        if (asked != null && each.way().waitsForBlocks() && asked.blocks() > multiprocessors) {
            throw new IllegalArgumentException("--blocks " + asked.blocks()
                    + ": the blocks of an alltoall wait for those of "
                    + "other GPUs, so that all must run at once; this GPU has " + multiprocessors + " multiprocessors");
        }
        return asked;
    }

    private void complete() {
        int queries = 0;
        seat.waiting(true);
        while (!stream().idle()) {
            if (++queries % QUERIES_BETWEEN_CHECKS == 0) {
                seat.throwIfFailed();
            }
            Thread.yield();
        }
        seat.waiting(false);
        Loss.throwIfAny(device.readLong(memory().lost()), seat.rank(), setup.request().lostAfter());
    }

    private Event event(int number) {
        while (events.size() <= number) {
            events.add(device.event());
        }
        return events.get(number);
    }

    private Stream stream() {
        return Objects.requireNonNull(stream, "join comes first");
    }

    private Memory memory() {
        return Objects.requireNonNull(memory, "join comes first");
    }

    private Queues queues() {
        return Objects.requireNonNull(queues, "join comes first");
    }
}
