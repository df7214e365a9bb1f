package org.gpucomm.runner.nvlink;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.runner.collective.Collective;
import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Piece;
import org.gpucomm.runner.collective.RankWork;
import org.gpucomm.runner.collective.StandardCollective;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.gpu.GpuSetup;
import org.gpucomm.runner.gpu.Grid;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

/** Setup with CUDA and the kernels loaded and the GPUs of this process chosen. */
record NvlinkSetup(NvlinkRequest request, Cuda cuda, List<Cuda.Gpu> gpus,
        byte[] copies, byte[] exchanges, byte[] checks) implements GpuSetup {

    private static final int REHEARSED_BYTES = 4096;
    /** Maximum size in bytes of an all-to-all by marked lines, which transfers a third more than its payload. */
    static final long MOST_MARKED_BYTES = 1 << 20;

    @Override
    public String agreement() {
        return String.join(" ", request.operation().id(), gpus.size() + " GPUs a process", request.sizes().toString(),
                request.methods().toString(), request.grids().grids().toString(), "best " + request.grids().best(),
                "pairs " + request.pairs(), "both " + request.both(), "each " + request.grids().each(),
                request.protocol().toString());
    }

    @Override
    public Cases cases(int ranks, long room) {
        long limit = GpuSetup.largest(room, 2);
        var sizes = request.sizes().upTo(limit);
        var series = new ArrayList<Cases.Series>();
        var pairs = request.operation() == Operation.ALLTOALL ? List.<@Nullable Pair>of() : pairs(ranks);
        for (var method : request.methods()) {
            if (pairs.isEmpty()) {
                grids(method).forEach(
                        grid -> series.add(series(method, grid, null, sizes.stream().boxed().toList(), ranks)));
            }
            for (var pair : pairs) {
                var bytes = method == NvlinkTransferMethod.PING
                        ? List.of((long) NvlinkTransferMethod.PING.unit())
                        : sizes.stream().boxed().toList();
                grids(method).forEach(grid -> series.add(series(method, grid, pair, bytes, ranks)));
            }
        }
        var possible = series.stream().filter(each -> !each.points().isEmpty()).toList();
        if (possible.isEmpty()) {
            throw new IllegalArgumentException(
                    "none of the sizes can be measured: an alltoall needs 16 bytes for each rank, "
                            + "bulk copies multiples of 16 bytes");
        }
        return new Cases(possible, sizes.parameters(request.protocol()), rehearsal(possible, ranks),
                GpuSetup.reduced(request.sizes(), limit, "two"));
    }

    @Override
    public Session open(Seat seat) {
        return new NvlinkSession(this, seat, device(seat));
    }

    @Override
    public Outcome outcome(Case of, int ranks, Times times, @Nullable Long wrong) {
        var each = (NvlinkCase) of;
        var outcome = each.method() == NvlinkTransferMethod.PING
                ? times.outcome(Double.NaN, Double.NaN, wrong)
                : times.outcome(each.bytes(), request.operation().busFactor(ranks).orElse(Double.NaN), wrong);
        return each.measuresMore() ? Grid.withChosenGrid(outcome, times) : outcome;
    }

    /** Returns a small case to rehearse if each operation is a call, because the first calls take longer than the GPU; else null. */
    private @Nullable Case rehearsal(List<Cases.Series> series, int ranks) {
        return series.stream().map(each -> (NvlinkCase) each.points().getFirst().cases().getFirst())
                .filter(each -> !each.isOneLaunch()).findFirst().map(like -> {
                    long bytes = Math.min(like.bytes(), (long) REHEARSED_BYTES * ranks);
                    return made(like.method(), like.grid(), like.pair(), bytes, ranks);
                }).orElse(null);
    }

    private List<Pair> pairs(int ranks) {
        var pairs = Pair.of(request.pairs(), ranks);
        return request.both()
                ? pairs.stream().filter(pair -> !pairs.contains(new Pair(pair.other(), pair.one()))
                        || pair.one() < pair.other()).toList()
                : pairs;
    }

    /** Returns the grids to measure; null stands for the fastest one, or for a method without grid. */
    private List<@Nullable Grid> grids(NvlinkTransferMethod method) {
        var none = new ArrayList<@Nullable Grid>();
        none.add(null);
        return !method.hasGrid() || request.grids().grids().isEmpty()
                ? none
                : new ArrayList<>(
                        request.grids().grids().stream().filter(grid -> grid.threads() <= method.mostThreads())
                                .toList());
    }

    private Cases.Series series(NvlinkTransferMethod method, @Nullable Grid grid, @Nullable Pair pair, List<Long> sizes,
            int ranks) {
        var points = new ArrayList<Cases.Point>();
        for (long size : sizes) {
            var each = made(method, grid, pair, size, ranks);
            boolean possible = each.bytes() > 0 && each.bytes() % method.unit() == 0
                    && (method != NvlinkTransferMethod.MARKED || each.bytes() <= MOST_MARKED_BYTES);
            if (possible) {
                points.add(new Cases.Point(List.of(each)));
            }
        }
        return Cases.Series.of(points);
    }

    private NvlinkCase made(NvlinkTransferMethod method, @Nullable Grid grid, @Nullable Pair pair, long bytes,
            int ranks) {
        Collective collective = pair == null
                ? StandardCollective.ALLTOALL
                : new PairTransfer(request.operation(), pair, request.both());
        var type = bytes % ElementType.UINT32.bytes() == 0 ? ElementType.UINT32 : ElementType.UINT8;
        return new NvlinkCase(request, method, collective, collective.layout(bytes / type.bytes(), type.bytes(), ranks),
                type,
                grid, pair);
    }

    /**
     * Write or read of one rank's memory by another: the whole send buffer of the source arrives at the destination.
     *
     * @param both whether both directions transfer at the same time
     */
    private record PairTransfer(Operation operation, Pair pair, boolean both) implements Collective {

        @Override
        public List<Piece> expected(RankWork work) {
            boolean writes = operation == Operation.WRITE;
            int destination = writes ? pair.other() : pair.one();
            int source = writes ? pair.one() : pair.other();
            if (work.rank() == destination) {
                return List.of(new Piece(0, work.count(), source, 0, false));
            }
            return both && work.rank() == source
                    ? List.of(new Piece(0, work.count(), destination, 0, false))
                    : List.of();
        }
    }
}
