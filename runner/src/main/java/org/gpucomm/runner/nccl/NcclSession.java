package org.gpucomm.runner.nccl;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

import org.gpucomm.results.Placement;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.collective.RankWork;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Event;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.ffi.nccl.Communicator;
import org.gpucomm.runner.gpu.DeviceCheck;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/**
 * One GPU's part: the headline is the host's clock over a batch, as in nccl-tests; single iterations are timed by events on
 * the device. The start line is a reduction of one element.
 */
final class NcclSession implements Session {

    private static final double NANOS_PER_MICRO = 1e3;

    /**
     * Up to here a batch is run once before it is timed: what NCCL and the driver do when they first see a size, some
     * hundreds of µs for sends and receives on H200s, would otherwise be spread over a few dozen operations of six µs.
     */
    private static final long LARGEST_REHEARSED_BYTES = 1 << 20;

    private final NcclSetup setup;
    private final NcclRequest request;
    private final Seat seat;
    private final Device device;
    private final List<Event> events = new ArrayList<>();
    private @Nullable Communicator communicator;
    private @Nullable Rank rank;
    private @Nullable DeviceCheck check;
    private @Nullable Combination combination;
    private int reductionCode;
    private long seed;
    private @Nullable RankWork work;
    private @Nullable Placement placement;
    private @Nullable OperationQueue launcher;
    private @Nullable Batch batch;

    NcclSession(NcclSetup setup, Seat seat, Device device) {
        this.setup = setup;
        this.request = setup.request();
        this.seat = seat;
        this.device = device;
    }

    @Override
    public long room() {
        return device.freeBytes();
    }

    @Override
    public void join(Cases cases) {
        seat.at("joining the communicator");
        var stream = device.stream();
        var nccl = setup.nccl();
        var id = seat.exchange("NCCL's unique id", seat.rank() == 0 ? nccl.uniqueId() : new byte[0]).getFirst();
        var joined = nccl.join(id, seat.ranks(), seat.rank(), device, stream, request.ctaPolicy());
        communicator = joined;
        seat.at("taking device memory");
        var mine = new Rank(seat, device, stream, nccl, joined, Rank.bufferBytes(cases, seat.ranks()),
                request.registration());
        rank = mine;
        check = check(stream);
    }

    @Override
    public void warmUp(Case of, int operations) {
        var each = (NcclCase) of;
        new Batch.Single(launcher(each), operations, request.aggregated()).launch();
        rank().complete();
    }

    @Override
    public void prepare(Case of) {
        var each = (NcclCase) of;
        var made = launcher(each);
        work = made.work();
        placement = each.placement();
        launcher = made;
        fill(made);
        made.once(); // connects what is not connected yet
        rank().complete();
        var timed = Batch.of(request, rank(), made);
        batch = timed;
        if (made.work().messageBytes() <= LARGEST_REHEARSED_BYTES) {
            rank().startLine();
            timed.launch();
            rank().complete();
        }
    }

    @Override
    public double run() {
        var timed = Objects.requireNonNull(batch);
        var mine = rank();
        mine.startLine();
        long began = System.nanoTime();
        timed.launch();
        mine.complete();
        return (System.nanoTime() - began) / NANOS_PER_MICRO / timed.operations();
    }

    /** A pass of its own, so that the events between the iterations do not weigh on the headline. */
    @Override
    public double[] iterations() {
        if (request.graphs() > 0) {
            return new double[0];
        }
        int iterations = request.protocol().iterations();
        var stream = rank().stream();
        var each = Objects.requireNonNull(launcher);
        while (events.size() <= iterations) {
            events.add(device.event());
        }
        rank().startLine();
        events.get(0).record(stream);
        for (int i = 0; i < iterations; i++) {
            each.iteration(i);
            events.get(i + 1).record(stream);
        }
        rank().complete();
        var micros = new double[iterations];
        for (int i = 0; i < iterations; i++) {
            micros[i] = events.get(i + 1).microsSince(events.get(i)) / request.aggregated();
        }
        return micros;
    }

    @Override
    public OptionalLong check() {
        var with = check;
        if (with == null || placement == Placement.IN_PLACE && !request.collective().worksInPlace()) {
            return OptionalLong.empty();
        }
        var each = Objects.requireNonNull(launcher);
        fill(each);
        launchOnce(each);
        with.check(request.collective(), Objects.requireNonNull(work), each.receive(), seed);
        rank().complete();
        return OptionalLong.of(with.wrong());
    }

    @Override
    public void finish() {
        Objects.requireNonNull(batch).close();
        batch = null;
    }

    @Override
    public void leave() {
        release();
        events.forEach(Event::close);
        // Closed when all went well only: while a collective hangs on the GPU, freeing its memory would wait for it.
        if (check != null) {
            check.close();
        }
        rank().close();
    }

    @Override
    public void abort() {
        if (communicator != null) {
            communicator.abort();
        }
    }

    private @Nullable DeviceCheck check(Stream stream) {
        return request.protocol().checks() > 0 && setup.kernels() instanceof KernelImage.Present image
                ? new DeviceCheck(device, stream, image)
                : null;
    }

    /** Launches one operation as it was measured: what a graph replays is checked as a graph. */
    private void launchOnce(OperationQueue each) {
        if (request.graphs() == 0) {
            each.once();
            return;
        }
        var stream = rank().stream();
        stream.beginCapture();
        each.once();
        try (var graph = stream.endCapture()) {
            stream.launch(graph);
            rank().complete();
        }
    }

    private void fill(OperationQueue each) {
        if (check != null) {
            seed++;
            var mine = rank();
            mine.stream().fill(mine.receiveBuffer(), 0, Math.min(mine.bufferBytes(), each.work().messageBytes()));
            check.fill(request.collective(), each.work(), each.send(), seed);
            mine.complete();
        }
    }

    private OperationQueue launcher(NcclCase each) {
        reduceBy(each.combination());
        return new OperationQueue(request, rank(), each.work(seat.rank(), seat.ranks()), reductionCode,
                each.placement());
    }

    /** A mulsum's code is made for a combination and given back with it. */
    private void reduceBy(Combination next) {
        if (!next.equals(combination)) {
            release();
            reductionCode = Objects.requireNonNull(communicator).reduction(next.reduction(), next.type(),
                    next.type().scalarBits(seat.rank()));
            combination = next;
        }
    }

    private void release() {
        if (combination != null && combination.reduction() == Reduction.MULSUM) {
            Objects.requireNonNull(communicator).release(combination.reduction(), reductionCode);
        }
        combination = null;
    }

    private Rank rank() {
        return Objects.requireNonNull(rank, "join comes first");
    }
}
