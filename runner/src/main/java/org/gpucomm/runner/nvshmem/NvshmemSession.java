package org.gpucomm.runner.nvshmem;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.ffi.shim.NvshmemShim;
import org.gpucomm.runner.gpu.DeviceCheck;
import org.gpucomm.runner.gpu.DeviceClock;
import org.gpucomm.runner.gpu.Grid;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/**
 * Session of one GPU. NVSHMEM's barrier on the stream synchronises the start; device events time the batch after it. Nothing
 * is aborted: gpucomm's own kernels give up by themselves, and NVSHMEM has no call that ends its kernels.
 */
final class NvshmemSession implements Session {

    /** Number of signals of a rank: one for each block that may be launched. */
    private static final int MOST_BLOCKS = 1024;
    /** Maximum number of threads of a block for which the shim's kernels are compiled. */
    private static final int MOST_THREADS = 512;
    /** Largest size in bytes whose batch of calls is run once before it is timed, because an idle processor starts slowly. */
    private static final long WARMED_BYTES = 1 << 20;

    private final NvshmemSetup setup;
    private final NvshmemRequest request;
    private final NvshmemShim nvshmem;
    private final Seat seat;
    private final Device device;
    private @Nullable Stream stream;
    private @Nullable DeviceClock clock;
    private @Nullable DeviceCheck check;
    private @Nullable NvshmemCase prepared;
    private @Nullable Grid grid;
    private final Set<NvshmemTransferMethod> launchedBefore = EnumSet.noneOf(NvshmemTransferMethod.class);
    private long send;
    private long receive;
    private long signals;
    private long ping;
    /** Next sequence number that a GPU waits for; signals are initially 0. */
    private long number = 1;
    private long seed;

    NvshmemSession(NvshmemSetup setup, Seat seat, Device device) {
        this.setup = setup;
        this.request = setup.request();
        this.nvshmem = setup.nvshmem();
        this.seat = seat;
        this.device = device;
    }

    @Override
    public void join(Cases cases) {
        long most = cases.all().mapToLong(each -> ((NvshmemCase) each).bytes()).max().orElse(0);
        seat.at("joining NVSHMEM");
        long heap = NvshmemShim.heapFor(most, most);
        var id = seat.exchange("NVSHMEM's unique id", seat.rank() == 0 ? nvshmem.uniqueId(heap) : new byte[0])
                .getFirst();
        nvshmem.join(id, seat.rank(), seat.ranks(), device.ordinal(), heap);
        seat.at("taking symmetric memory");
        send = nvshmem.allocate(most);
        receive = nvshmem.allocate(most);
        signals = nvshmem.allocate((long) seat.ranks() * MOST_BLOCKS * Long.BYTES);
        ping = nvshmem.allocate(Long.BYTES);
        var made = device.stream();
        stream = made;
        clock = new DeviceClock(seat, device, made, request.grids().lostAfter());
        check = request.protocol().checks() > 0 && setup.checks() instanceof Availability.Present<byte[]>(var image)
                ? new DeviceCheck(device, made, image)
                : null;
    }

    @Override
    public void warmUp(Case of, int operations) {
        var each = (NvshmemCase) of;
        batch(each, each.measuresMore() ? grids(each).getFirst() : each.grid(), operations);
    }

    @Override
    public void prepare(Case of) {
        var each = (NvshmemCase) of;
        prepared = each;
        grid = each.measuresMore()
                ? clock().fastest(grids(each), (with, many) -> batch(each, with, many))
                : Grid.atOnce(each.grid(), each.isPutOrGet() ? Integer.MAX_VALUE : device.multiprocessors());
    }

    @Override
    public double run() {
        var each = Objects.requireNonNull(prepared);
        if (!each.isOneLaunch() && each.bytes() <= WARMED_BYTES) {
            batch(each, grid, request.protocol().iterations());
        }
        return batch(each, grid, request.protocol().iterations());
    }

    /** Times single iterations, only if each is also a separate call or launch in the batch. */
    @Override
    public double[] iterations() {
        var each = Objects.requireNonNull(prepared);
        if (each.isOneLaunch()) {
            return new double[0];
        }
        begin();
        return clock().timeEach(request.protocol().iterations(), () -> queue(each, grid, 1));
    }

    @Override
    public double[] measured() {
        var chosen = Objects.requireNonNull(grid);
        return new double[]{chosen.blocks(), chosen.threads()};
    }

    /** Counts wrong elements. Barriers ensure that no GPU puts before all buffers are filled, and none checks before all puts arrived. */
    @Override
    public OptionalLong check() {
        var each = Objects.requireNonNull(prepared);
        var with = check;
        if (with == null || each.method().isPing() && seat.ranks() > 2) {
            return OptionalLong.empty();
        }
        var work = each.work(seat.rank(), seat.ranks());
        seed++;
        stream().fill(receive, 0, each.bytes());
        with.fill(each.collective(), work, send, seed);
        clock().complete();
        begin();
        queue(each, grid, 1);
        nvshmem.barrier(stream().handle());
        with.check(each.collective(), work, receive, seed);
        clock().complete();
        return OptionalLong.of(with.wrong());
    }

    @Override
    public void leave() {
        if (check != null) {
            check.close();
        }
        clock().close();
        seat.barrier("all GPUs are done");
        for (long memory : new long[]{ping, signals, receive, send}) {
            nvshmem.free(memory);
        }
        nvshmem.leave();
        stream().close();
        device.close();
    }

    /**
     * Returns the time of one operation in µs. A single launch starts after all work is queued; host calls include the cost of queueing.
     */
    private double batch(NvshmemCase each, @Nullable Grid with, int operations) {
        double micros = clock().batch(each.isOneLaunch() && launchedBefore.contains(each.method()),
                () -> nvshmem.barrier(stream().handle()), () -> queue(each, with, operations))
                / Math.max(1, operations);
        launchedBefore.add(each.method());
        return each.method().isPing() ? micros / 2 : micros;
    }

    /** Queues a barrier of the GPUs, after a barrier of the seats, so that no GPU waits for a late process. */
    private void begin() {
        seat.barrier("the next batch");
        nvshmem.barrier(stream().handle());
    }

    private List<Grid> grids(NvshmemCase each) {
        return request.grids().best() && !each.method().isCollective(request.operation())
                ? Grid.sweep(device.multiprocessors(), MOST_THREADS)
                : each.method().grids(request.operation(), device.multiprocessors());
    }

    private void queue(NvshmemCase each, @Nullable Grid with, int many) {
        if (each.isOneLaunch()) {
            launch(each, with, many);
            return;
        }
        for (int i = 0; i < many; i++) {
            if (each.method() == NvshmemTransferMethod.HOST) {
                callOfHost(each);
            } else {
                launch(each, with, 1);
            }
        }
    }

    private void callOfHost(NvshmemCase each) {
        long on = stream().handle();
        switch (request.operation()) {
            case ALLTOALL -> nvshmem.allToAll(receive, send, each.count(), on);
            case ALL_GATHER -> nvshmem.fcollect(receive, send, each.count(), on);
            case BROADCAST -> nvshmem.broadcast(receive, send, each.count(), 0, on);
            case ALL_REDUCE -> nvshmem.reduce(receive, send, each.layout().count(), each.type().number(), on);
            default -> throw new IllegalArgumentException("the host has no call for " + request.operation().id());
        }
    }

    private void launch(NvshmemCase each, @Nullable Grid with, int repeats) {
        long lost = clock().lost();
        long deadline = request.grids().lostAfter().toNanos();
        long on = stream().handle();
        int next = (seat.rank() + 1) % seat.ranks();
        if (each.method().isPing()) {
            ping(each, repeats, deadline, lost, on);
            return;
        }
        var chosen = Objects.requireNonNull(with);
        if (each.isPutOrGet()) {
            nvshmem.deviceRma(request.operation() == Operation.GET ? 1 : 0, each.method().number(), receive, send,
                    each.bytes(),
                    next, repeats, 0, chosen.blocks(), chosen.threads(), on);
        } else {
            nvshmem.deviceAllToAll(each.method().number(), receive, send, each.count(), signals, MOST_BLOCKS,
                    take(repeats),
                    repeats, chosen.blocks(), chosen.threads(), deadline, lost, on);
        }
    }

    /** Queues pings between ranks 0 and 1. All ranks advance the sequence numbers. */
    private void ping(NvshmemCase each, int rounds, long deadline, long lost, long on) {
        long first = take(rounds);
        if (seat.rank() < 2) {
            nvshmem.devicePutSignal(each.method().number(), receive, send, each.bytes(), ping, 1 - seat.rank(),
                    1 - seat.rank(), first, rounds, deadline, lost, on);
        }
    }

    private long take(int numbers) {
        long first = number;
        number += numbers;
        return first;
    }

    private Stream stream() {
        return Objects.requireNonNull(stream, "join comes first");
    }

    private DeviceClock clock() {
        return Objects.requireNonNull(clock, "join comes first");
    }
}
