package org.gpucomm.server.series;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;

/** Points of curves, those of the chosen message sizes, where they are not too many for one answer. */
public final class ChosenPoints {

    /** Limit for one answer; reading them takes a few seconds. */
    private static final long MOST_READ = 5_000_000;
    /** Limit in memory: some 200 bytes each while they are grouped, in two answers at a time. */
    private static final long MOST = 600_000;

    private ChosenPoints() {}

    /** Returns the points of each of these that has any; empty where there are too many. */
    public static Optional<Map<CurveHead, CurvePoints>> of(Collection<CurveHead> heads, Filter filter,
            StoredCurves stored) {
        boolean someSizes = filter.restricts(Dimension.bytes);
        if (heads.stream().mapToLong(CurveHead::points).sum() > (someSizes ? MOST_READ : MOST)) {
            return Optional.empty();
        }
        var chosen = new HashMap<CurveHead, CurvePoints>();
        var held = new AtomicLong();
        stored.read(heads, (head, all) -> {
            var some = someSizes ? all.where(filter::matchesSize) : all;
            if (held.addAndGet(some.size()) <= MOST) {
                chosen.put(head, some);
            }
        });
        return held.get() <= MOST ? Optional.of(chosen) : Optional.empty();
    }
}
