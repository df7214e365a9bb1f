package org.gpucomm.runner.nvshmem;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.runner.collective.Collective;
import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Piece;
import org.gpucomm.runner.collective.RankWork;
import org.gpucomm.runner.collective.StandardCollective;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.shim.NvshmemShim;
import org.gpucomm.runner.gpu.GpuSetup;
import org.gpucomm.runner.gpu.Grid;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

/** Setup with CUDA and the NVSHMEM shim loaded and the GPU of this process chosen. */
record NvshmemSetup(NvshmemRequest request, Cuda cuda, NvshmemShim nvshmem, List<Cuda.Gpu> gpus,
        Availability<byte[]> checks) implements GpuSetup {

    /** Unit of puts in bytes. */
    private static final int LINE_BYTES = 16;
    private static final int REHEARSED_BYTES = 4096;

    @Override
    public String agreement() {
        return String.join(" ", request.operation().id(), request.sizes().toString(), request.methods().toString(),
                request.grids().grids().toString(), "best " + request.grids().best(), "each " + request.grids().each(),
                request.protocol().toString(), "NVSHMEM " + nvshmem.version());
    }

    @Override
    public String libraryVersion() {
        return nvshmem.version();
    }

    @Override
    public @Nullable String whyUnchecked() {
        return checks instanceof Availability.Absent<byte[]> absent ? absent.reasons().getFirst() : null;
    }

    /** Returns the cases. Only the symmetric heap limits sizes, and NVSHMEM reports when it is full. */
    @Override
    public Cases cases(int ranks, long room) {
        var sizes = request.sizes();
        var series = new ArrayList<Cases.Series>();
        for (var method : request.methods()) {
            for (var grid : grids(method)) {
                var points = sizes.stream().mapToObj(size -> made(method, grid, size, ranks))
                        .filter(each -> each.bytes() > 0 && each.count() % LINE_BYTES == 0)
                        .filter(each -> each.bytes() <= method.mostBytes(request.operation()))
                        .map(each -> new Cases.Point(List.of(each))).toList();
                if (!points.isEmpty()) {
                    series.add(Cases.Series.of(points));
                }
            }
        }
        var ended = ended(sizes.max());
        if (series.isEmpty()) {
            throw new IllegalArgumentException("none of the sizes can be measured: "
                    + (ended == null ? "each rank gives multiples of 16 bytes" : ended));
        }
        return new Cases(series, sizes.parameters(request.protocol()), rehearsal(series, ranks), ended);
    }

    /** Returns a message about methods that are not measured at the largest sizes; null if all are. */
    private @Nullable String ended(long largest) {
        var ended = request.methods().stream().filter(method -> method.mostBytes(request.operation()) < largest)
                .map(method -> method.text() + " to " + new Bytes(method.mostBytes(request.operation()))).toList();
        return ended.isEmpty()
                ? null
                : "one thread or one warp would take milliseconds for a larger message: " + String.join(", ", ended);
    }

    @Override
    public Session open(Seat seat) {
        return new NvshmemSession(this, seat, device(seat));
    }

    @Override
    public Outcome outcome(Case of, int ranks, Times times, @Nullable Long wrong) {
        var each = (NvshmemCase) of;
        var outcome = times.outcome(each.bytes(), request.operation().busFactor(ranks).orElse(Double.NaN), wrong);
        return each.measuresMore() ? Grid.withChosenGrid(outcome, times) : outcome;
    }

    /** Returns a small case to rehearse if each operation is a call, because the first calls take longer than the GPU; else null. */
    private @Nullable Case rehearsal(List<Cases.Series> series, int ranks) {
        return series.stream().map(each -> (NvshmemCase) each.points().getFirst().cases().getFirst())
                .filter(each -> !each.isOneLaunch()).findFirst().map(like -> {
                    long bytes = Math.min(like.bytes(), (long) REHEARSED_BYTES * ranks);
                    return made(like.method(), like.grid(), bytes, ranks);
                }).orElse(null);
    }

    /** Returns the grids to measure; null stands for the fastest one, or for a method without grid. */
    private List<@Nullable Grid> grids(NvshmemTransferMethod method) {
        var grids = new ArrayList<@Nullable Grid>();
        if (method.launched() && !method.isCollective(request.operation())) {
            grids.addAll(request.grids().grids());
        }
        if (grids.isEmpty()) {
            grids.add(null);
        }
        return grids;
    }

    private NvshmemCase made(NvshmemTransferMethod method, @Nullable Grid grid, long bytes, int ranks) {
        var collective = collective();
        var type = ElementType.FLOAT;
        return new NvshmemCase(request, method, collective,
                collective.layout(bytes / type.bytes(), type.bytes(), ranks),
                type,
                grid);
    }

    private Collective collective() {
        return switch (request.operation()) {
            case PUT, GET -> new RingTransfer(request.operation());
            default -> StandardCollective.valueOf(request.operation().name());
        };
    }

    /** Put to, or get from, the next rank, by all ranks at the same time. */
    private record RingTransfer(Operation operation) implements Collective {

        @Override
        public List<Piece> expected(RankWork work) {
            int from = operation == Operation.PUT ? work.rank() + work.ranks() - 1 : work.rank() + 1;
            return List.of(new Piece(0, work.count(), from % work.ranks(), 0, false));
        }
    }
}
