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
 * One operation at one size, placement, type, reduction and root.
 *
 * @param asked size that was asked for, bytes
 */
record NcclCase(NcclRequest request, Combination combination, long asked, Layout layout, Placement placement)
        implements
            Case {

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

    /** Returns the bytes that it needs of a buffer, which holds at least what was asked for. */
    long bufferBytes() {
        return Math.max(asked, layout.largest() * combination.type().bytes());
    }

    /** Returns what one rank does of it. */
    RankWork work(int rank, int ranks) {
        return new RankWork(layout, combination.type(), combination.reduction(), Math.max(0, combination.root()), rank,
                ranks);
    }
}
