package org.gpucomm.runner.nvshmem;

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
 */
record NvshmemCase(NvshmemRequest request, NvshmemTransferMethod method, Collective collective, Layout layout,
        ElementType type, @Nullable Grid grid) implements Case {

    @Override
    public Workload workload() {
        boolean reduces = request.operation().reduces();
        return new Workload(request.operation(), method.variant(), null, new Bytes(bytes()),
                reduces ? type.text() : null,
                reduces ? Reduction.SUM.text() : null, null, null, (long) request.protocol().iterations());
    }

    @Override
    public NamedValues settings() {
        if (!method.launched()) {
            return NamedValues.NONE;
        }
        var settings = grid == null
                ? NamedValues.of("grid",
                        method.isCollective(request.operation()) ? "perftest" : request.grids().choice())
                : NamedValues.of("blocks", "" + grid.blocks()).with("threads", "" + grid.threads());
        return settings.with("launches", request.grids().each() ? "each" : "one");
    }

    @Override
    public boolean measuresMore() {
        return method.launched() && grid == null;
    }

    /** Returns whether a batch is a loop in a single launch, whose iterations cannot be timed. */
    boolean isOneLaunch() {
        return method.isPing() || method.launched() && !request.grids().each();
    }

    /** Returns the size of the larger buffer in bytes. */
    long bytes() {
        return layout.largest() * type.bytes();
    }

    /** Returns the size in bytes that the operation is called with: in an all-to-all, that from each rank to each. */
    long count() {
        return layout.count() * type.bytes();
    }

    boolean isPutOrGet() {
        return request.operation() == Operation.PUT || request.operation() == Operation.GET;
    }

    RankWork work(int rank, int ranks) {
        return new RankWork(layout, type, Reduction.SUM, 0, rank, ranks);
    }
}
