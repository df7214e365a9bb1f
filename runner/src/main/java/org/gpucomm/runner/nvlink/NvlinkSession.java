package org.gpucomm.runner.nvlink;

import java.util.Arrays;
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
 * Session of one GPU. A kernel that ends once it runs on all GPUs synchronises the start; device events time the batch from there. Nothing
 * needs to be aborted: queued work ends within the time that a GPU waits for another.
 */
final class NvlinkSession implements Session {

    private final NvlinkSetup setup;
    private final Seat seat;
    private final Device device;
    private @Nullable Joined joined;
    private @Nullable NvlinkCase prepared;
    private @Nullable Grid grid;
    private final Set<NvlinkTransferMethod> launchedBefore = EnumSet.noneOf(NvlinkTransferMethod.class);
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
        long most = cases.all().mapToLong(each -> ((NvlinkCase) each).bytes()).max().orElse(0);
        var stream = device.stream();
        var clock = new DeviceClock(seat, device, stream, setup.request().grids().lostAfter());
        var memory = new Memory(seat, device, most);
        joined = new Joined(stream, clock, memory,
                new NvlinkQueue(seat, device, stream, setup, memory, most, clock.lost()),
                new DeviceCheck(device, stream, setup.checks()));
    }

    @Override
    public void warmUp(Case of, int operations) {
        var each = (NvlinkCase) of;
        batch(each, each.grid() == null && each.method().hasGrid() ? grids(each).getFirst() : each.grid(), operations);
    }

    @Override
    public void prepare(Case of) {
        var each = (NvlinkCase) of;
        prepared = each;
        grid = each.measuresMore()
                ? clock().fastest(grids(each), (candidate, many) -> tried(each, candidate, many))
                : Grid.atOnce(each.grid(),
                        each.method().waitsForBlocks() ? device.multiprocessors() : Integer.MAX_VALUE);
    }

    @Override
    public double run() {
        var each = Objects.requireNonNull(prepared);
        double micros = batch(each, grid, setup.request().protocol().iterations());
        return each.isExchange() ? micros : clock().longest(each.acts(seat.rank()) ? micros : 0);
    }

    /** Times single iterations, only if each is also a separate copy or launch in the batch. */
    @Override
    public double[] iterations() {
        var each = Objects.requireNonNull(prepared);
        if (each.isOneLaunch()) {
            return new double[0];
        }
        begin();
        var micros = clock().timeEach(setup.request().protocol().iterations(),
                () -> queues().operations(each, grid, 1));
        return Arrays.stream(micros).map(time -> each.acts(seat.rank()) ? oneWay(each, time) : 0).toArray();
    }

    @Override
    public double[] measured() {
        var chosen = grid;
        return chosen == null ? new double[2] : new double[]{chosen.blocks(), chosen.threads()};
    }

    /** Counts wrong elements. The meeting after filling is needed, so that no GPU writes before all buffers are filled. */
    @Override
    public OptionalLong check() {
        var each = Objects.requireNonNull(prepared);
        if (each.method() == NvlinkTransferMethod.PING) {
            return OptionalLong.empty();
        }
        var mine = joined();
        var work = each.work(seat.rank(), seat.ranks());
        seed++;
        mine.stream.fill(mine.memory.receive(seat.rank()), 0, each.bytes());
        mine.check.fill(each.collective(), work, mine.memory.send(seat.rank()), seed);
        mine.clock.complete();
        begin();
        mine.queues.operations(each, grid, 1);
        mine.clock.complete();
        seat.barrier("all GPUs are done");
        mine.check.check(each.collective(), work, mine.memory.receive(seat.rank()), seed);
        mine.clock.complete();
        return OptionalLong.of(mine.check.wrong());
    }

    @Override
    public void leave() {
        var mine = joined();
        mine.check.close();
        mine.memory.close();
        mine.clock.close();
        mine.queues.close();
        mine.stream.close();
        device.close();
    }

    /** Returns the time of one operation in µs by device events. A batch in a single launch starts after all work is queued. */
    private double batch(NvlinkCase each, @Nullable Grid with, int operations) {
        double micros = clock().batch(each.isOneLaunch() && launchedBefore.contains(each.method()), queues()::meet,
                () -> queues().operations(each, with, operations));
        if (each.takesPart(seat.rank())) {
            launchedBefore.add(each.method());
        }
        return oneWay(each, micros / Math.max(1, operations));
    }

    /** Queues a meeting of the GPUs, after a barrier of the seats, so that no GPU waits for a late thread. */
    private void begin() {
        seat.barrier("the next batch");
        queues().meet();
    }

    private static double oneWay(NvlinkCase each, double micros) {
        return each.method() == NvlinkTransferMethod.PING ? micros / 2 : micros;
    }

    /** Runs a trial of a grid; a seat that does not take part returns 0, so that it is never the slowest. */
    private double tried(NvlinkCase each, Grid candidate, int many) {
        double micros = batch(each, candidate, many);
        return each.acts(seat.rank()) ? micros : 0;
    }

    private List<Grid> grids(NvlinkCase each) {
        int multiprocessors = device.multiprocessors();
        return setup.request().grids().best()
                ? Grid.sweep(multiprocessors, each.method().mostThreads())
                : each.method().grids(multiprocessors);
    }

    private DeviceClock clock() {
        return joined().clock;
    }

    private NvlinkQueue queues() {
        return joined().queues;
    }

    private Joined joined() {
        return Objects.requireNonNull(joined, "join comes first");
    }

    /** Resources that {@link #join} opens and {@link #leave} closes. */
    private record Joined(Stream stream, DeviceClock clock, Memory memory, NvlinkQueue queues, DeviceCheck check) {}
}
