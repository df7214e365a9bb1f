package org.gpucomm.runner.nccl;

import java.util.Locale;
import java.util.OptionalLong;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Workload;
import org.gpucomm.runner.collective.Layout;
import org.gpucomm.runner.collective.RankWork;
import org.gpucomm.runner.rig.Case;

/**
 * Case of one size, placement, type, reduction and root.
 *
 * @param asked requested size in bytes
 */
record NcclCase(NcclRequest request, Combination combination, long asked, Layout layout,
        Placement placement) implements Case {

    @Override
    public Workload workload() {
        return new Workload(request.collective().operation(), request.graphs() > 0 ? "graph" : null, null,
                new Bytes(layout.largest() * combination.type().bytes()), combination.type().text(),
                combination.redop().toLowerCase(Locale.ROOT), combination.root() < 0 ? null : combination.root(),
                placement, (long) request.protocol().iterations());
    }

    @Override
    public OptionalLong elements() {
        return OptionalLong.of(layout.count());
    }

    /** Returns the required size of a buffer in bytes, at least the requested size. */
    long bufferBytes() {
        return Math.max(asked, layout.largest() * combination.type().bytes());
    }

    /** Returns the part of one rank. */
    RankWork work(int rank, int ranks) {
        return new RankWork(layout, combination.type(), combination.reduction(), Math.max(0, combination.root()), rank,
                ranks);
    }
}
