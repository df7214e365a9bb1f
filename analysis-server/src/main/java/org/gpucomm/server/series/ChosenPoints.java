package org.gpucomm.server.series;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;

/** Points of curves at the chosen message sizes, unless these are too many for one answer. */
public final class ChosenPoints {

    /** Maximum number of points read for one answer; reading these takes a few seconds. */
    private static final long MOST_READ = 5_000_000;
    /** Maximum number of points in memory: each takes some 200 bytes while they are grouped, and two answers are computed at a time. */
    private static final long MOST = 600_000;

    private ChosenPoints() {}

    /** Returns the points of each curve that has any; empty if there are too many. */
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
