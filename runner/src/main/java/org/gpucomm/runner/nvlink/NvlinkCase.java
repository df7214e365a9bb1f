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
 * One operation of one size in one way.
 *
 * @param collective what arrives where
 * @param grid       null = the fastest of several, or there is none
 * @param pair       null in an all-to-all
 */
record NvlinkCase(NvlinkRequest request, Way way, Collective collective, Layout layout, ElementType type,
        @Nullable Grid grid, @Nullable Pair pair) implements Case {

    @Override
    public Workload workload() {
        return new Workload(request.operation(), way.text(), null, new Bytes(bytes()), null, null, null, null,
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
        if (way.hasGrid()) {
            settings = grid == null
                    ? settings.with("grid", request.gridChoice())
                    : settings.with("blocks", "" + grid.blocks()).with("threads", "" + grid.threads());
            settings = settings.with("launches", request.each() ? "each" : "one");
        }
        return settings;
    }

    @Override
    public boolean measuresMore() {
        return way.hasGrid() && grid == null;
    }

    /** Whether the batch is a loop within one launch, so that single iterations are not to be seen. */
    boolean isOneLaunch() {
        return way != Way.COPY_ENGINE && !request.each();
    }

    /** Returns the size of a buffer, bytes. */
    long bytes() {
        return layout.largest() * type.bytes();
    }

    /** Returns what each rank gives each, of an all-to-all, bytes. */
    long share() {
        return layout.count() * type.bytes();
    }

    boolean isExchange() {
        return request.operation() == Operation.ALLTOALL;
    }

    /** Whether a rank's GPU moves data. */
    boolean acts(int rank) {
        return pair == null || rank == pair.one() || request.both() && pair.has(rank);
    }

    /** Whether both GPUs of the pair run the kernel, one to answer. */
    boolean takesPart(int rank) {
        return acts(rank) || way == Way.PING && pair != null && pair.has(rank);
    }

    RankWork work(int rank, int ranks) {
        return new RankWork(layout, type, Reduction.SUM, 0, rank, ranks);
    }
}
