package org.gpucomm.runner.nccl;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

import org.gpucomm.results.Placement;
import org.gpucomm.runner.collective.RankWork;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Event;
import org.gpucomm.runner.ffi.cuda.Graph;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.ffi.nccl.Communicator;
import org.gpucomm.runner.gpu.DeviceCheck;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/**
 * Session of one GPU. The host's clock times a batch, as in nccl-tests; device events time single iterations. An all-reduce of one element
 * synchronises the start.
 */
final class NcclSession implements Session {

    private static final double NANOS_PER_MICRO = 1e3;

    /**
     * Largest size in bytes whose batch is run once before it is timed. On first use of a size, NCCL and the driver need some hundreds of
     * µs for sends and receives on H200s, which would distort a few dozen operations of six µs.
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
    /** Batch of the prepared case if it is launched as a graph. */
    private @Nullable Graph graph;

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
        launch(launcher(each), operations);
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
        made.once(); // establishes missing connections
        rank().complete();
        if (request.graphs() > 0) {
            rank().stream().beginCapture();
            launch(made, request.protocol().iterations());
            graph = rank().stream().endCapture();
        }
        if (made.work().messageBytes() <= LARGEST_REHEARSED_BYTES) {
            rank().startLine();
            launchBatch(made);
            rank().complete();
        }
    }

    @Override
    public double run() {
        var timed = Objects.requireNonNull(launcher);
        var mine = rank();
        mine.startLine();
        long began = System.nanoTime();
        launchBatch(timed);
        mine.complete();
        return (System.nanoTime() - began) / NANOS_PER_MICRO
                / (request.protocol().iterations() * request.aggregated() * Math.max(1, request.graphs()));
    }

    /** Times iterations in a separate pass, so that the events between them do not slow the timed batch. */
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
        if (graph != null) {
            graph.close();
            graph = null;
        }
    }

    @Override
    public void leave() {
        release();
        events.forEach(Event::close);
        // Closed only after success: freeing memory would wait for a collective that hangs on the GPU.
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
        return request.protocol().checks() > 0 && setup.kernels() instanceof Availability.Present<byte[]>(var image)
                ? new DeviceCheck(device, stream, image)
                : null;
    }

    /** Launches the batch of the prepared case, as its graph if it has one, without waiting for the GPU. */
    private void launchBatch(OperationQueue each) {
        var captured = graph;
        if (captured == null) {
            launch(each, request.protocol().iterations());
            return;
        }
        for (int i = 0; i < request.graphs(); i++) {
            rank().stream().launch(captured);
        }
    }

    private static void launch(OperationQueue each, int iterations) {
        for (int i = 0; i < iterations; i++) {
            each.iteration(i);
        }
    }

    /** Launches one operation in the measured way: as a graph if graphs are measured. */
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

    /** Sets the reduction code for a combination; releases the previous one, which a mulsum requires. */
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
