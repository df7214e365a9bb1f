package org.gpucomm.runner.nvlink;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Workload;
import org.gpucomm.runner.collective.Collective;
import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Layout;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.collective.RankWork;
import org.gpucomm.runner.gpu.Grid;
import org.gpucomm.runner.rig.Case;
import org.jspecify.annotations.Nullable;

/**
 * Case of one operation, size and transfer method.
 *
 * @param collective layout and expected results
 * @param grid       launch grid; null for the fastest of several, or if the method has none
 * @param pair       pair of ranks; null for an all-to-all
 */
record NvlinkCase(NvlinkRequest request, NvlinkTransferMethod method, Collective collective, Layout layout,
        ElementType type, @Nullable Grid grid, @Nullable Pair pair) implements Case {

    @Override
    public Workload workload() {
        return new Workload(request.operation(), method.text(), null, new Bytes(bytes()), null, null, null, null,
                (long) request.protocol().iterations());
    }

    @Override
    public NamedValues settings() {
        var settings = NamedValues.NONE;
        if (pair != null) {
            settings = settings.with("pair", pair.toString());
        }
        if (request.both()) {
            settings = settings.with("directions", "both");
        }
        if (method.hasGrid()) {
            settings = grid == null
                    ? settings.with("grid", request.grids().choice())
                    : settings.with("blocks", "" + grid.blocks()).with("threads", "" + grid.threads());
            settings = settings.with("launches", request.grids().each() ? "each" : "one");
        }
        return settings;
    }

    @Override
    public boolean measuresMore() {
        return method.hasGrid() && grid == null;
    }

    /** Returns whether a batch is a loop in a single launch, whose iterations cannot be timed. */
    boolean isOneLaunch() {
        return method != NvlinkTransferMethod.COPY_ENGINE && !request.grids().each();
    }

    /** Returns the size of a buffer in bytes. */
    long bytes() {
        return layout.largest() * type.bytes();
    }

    /** Returns the number of bytes from each rank to each in an all-to-all. */
    long share() {
        return layout.count() * type.bytes();
    }

    boolean isExchange() {
        return request.operation() == Operation.ALLTOALL;
    }

    /** Returns whether the GPU of a rank transfers data in this case. */
    boolean acts(int rank) {
        return pair == null || rank == pair.one() || request.both() && pair.has(rank);
    }

    /** Returns whether the GPU of a rank runs a kernel in this case; in a ping, both GPUs do. */
    boolean takesPart(int rank) {
        return acts(rank) || method == NvlinkTransferMethod.PING && pair != null && pair.has(rank);
    }

    RankWork work(int rank, int ranks) {
        return new RankWork(layout, type, Reduction.SUM, 0, rank, ranks);
    }
}
