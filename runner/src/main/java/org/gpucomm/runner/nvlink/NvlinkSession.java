package org.gpucomm.runner.nvlink;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.gpu.DeviceCheck;
import org.gpucomm.runner.gpu.DeviceClock;
import org.gpucomm.runner.gpu.Grid;
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

    private final NvlinkSetup setup;
    private final Seat seat;
    private final Device device;
    private @Nullable Stream stream;
    private @Nullable DeviceClock clock;
    private @Nullable Memory memory;
    private @Nullable NvlinkKernels kernels;
    private @Nullable Queues queues;
    private @Nullable DeviceCheck check;
    private @Nullable NvlinkCase prepared;
    private @Nullable Grid grid;
    private final Set<Way> launchedBefore = EnumSet.noneOf(Way.class);
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
        kernels = new NvlinkKernels(device, setup);
        clock = new DeviceClock(seat, device, made, setup.request().lostAfter());
        memory = Memory.meet(seat, device, most);
        queues = new Queues(seat, made, kernels, memory, most, setup.request().lostAfter(), clock.lost());
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
        grid = each.measuresMore()
                ? clock().fastest(grids(each), (candidate, many) -> tried(each, candidate, many))
                : fitting(each);
    }

    @Override
    public double run() {
        var each = Objects.requireNonNull(prepared);
        double micros = batch(each, grid, setup.request().protocol().iterations());
        return each.isExchange() ? micros : clock().longest(each.acts(seat.rank()) ? micros : 0);
    }

    /** Single iterations are to be seen only where each is a copy or a launch in the headline too. */
    @Override
    public double[] iterations() {
        var each = Objects.requireNonNull(prepared);
        if (each.isOneLaunch()) {
            return new double[0];
        }
        int iterations = setup.request().protocol().iterations();
        begin();
        clock().mark(0);
        for (int i = 0; i < iterations; i++) {
            queues().operations(each, grid, 1);
            clock().mark(i + 1);
        }
        clock().complete();
        var micros = new double[iterations];
        for (int i = 0; i < iterations && each.acts(seat.rank()); i++) {
            micros[i] = oneWay(each, clock().micros(i, i + 1));
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
        clock().complete();
        begin();
        queues().operations(each, grid, 1);
        clock().complete();
        seat.barrier("all GPUs are done");
        with.check(each.collective(), work, memory().receive(seat.rank()), seed);
        clock().complete();
        return OptionalLong.of(with.wrong());
    }

    @Override
    public void finish() {
        prepared = null;
    }

    @Override
    public void leave() {
        Objects.requireNonNull(check).close();
        memory().close();
        clock().close();
        Objects.requireNonNull(kernels).close();
        stream().close();
        device.close();
    }

    /** Nothing to end: a kernel that waits for another GPU gives up by itself. */
    @Override
    public void abort() {
        // What is queued ends within the time that a GPU waits for another.
    }

    /** Returns µs of one operation by the device's clock. Of one launch the GPUs begin when all is queued. */
    private double batch(NvlinkCase each, @Nullable Grid with, int operations) {
        seat.barrier("the next batch");
        if (each.isOneLaunch() && launchedBefore.contains(each.way())) {
            clock().held(() -> queueBatch(each, with, operations));
        } else {
            queueBatch(each, with, operations);
        }
        if (each.takesPart(seat.rank())) {
            launchedBefore.add(each.way());
        }
        clock().complete();
        return oneWay(each, clock().micros(0, 1) / Math.max(1, operations));
    }

    private void queueBatch(NvlinkCase each, @Nullable Grid with, int operations) {
        queues().meet();
        clock().mark(0);
        queues().operations(each, with, operations);
        clock().mark(1);
    }

    /** The seats come together first, so that no GPU waits for a thread that is late. */
    private void begin() {
        seat.barrier("the next batch");
        queues().meet();
    }

    private static double oneWay(NvlinkCase each, double micros) {
        return each.way() == Way.PING ? micros / 2 : micros;
    }

    /** Seats that only look on are never the slowest. */
    private double tried(NvlinkCase each, Grid candidate, int many) {
        double micros = batch(each, candidate, many);
        return each.acts(seat.rank()) ? micros : 0;
    }

    private List<Grid> grids(NvlinkCase each) {
        int multiprocessors = device.multiprocessors();
        return setup.request().best()
                ? Grid.sweep(multiprocessors, each.way().mostThreads())
                : each.way().grids(multiprocessors);
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

    private DeviceClock clock() {
        return Objects.requireNonNull(clock, "join comes first");
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
