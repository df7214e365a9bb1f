package org.gpucomm.server.series;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;

/** Points of curves, those of the chosen message sizes, where they are not too many for one answer. */
public final class ChosenPoints {

    /** Limit for one answer; reading them takes a few seconds. */
    private static final long MOST_READ = 5_000_000;
    /** Limit in memory: some 200 bytes each while they are grouped, in two answers at a time. */
    private static final long MOST = 600_000;

    private final Filter filter;
    private final Map<CurveHead, CurvePoints> points = new HashMap<>();
    private long held;

    private ChosenPoints(Filter filter) {
        this.filter = filter;
    }

    /** Returns the points of each of these that has any; empty where there are too many. */
    public static Optional<Map<CurveHead, CurvePoints>> of(Collection<CurveHead> heads, Filter filter,
            StoredCurves stored) {
        long all = heads.stream().mapToLong(CurveHead::points).sum();
        if (all > (filter.restricts(Dimension.bytes) ? MOST_READ : MOST)) {
            return Optional.empty();
        }
        var chosen = new ChosenPoints(filter);
        stored.read(heads, chosen::add);
        return Optional.of(chosen.points).filter(points -> chosen.held <= MOST);
    }

    private void add(CurveHead head, CurvePoints all) {
        var some = filter.restricts(Dimension.bytes) ? all.where(filter::matchesSize) : all;
        held += some.size();
        if (held <= MOST) {
            points.put(head, some);
        }
    }
}
