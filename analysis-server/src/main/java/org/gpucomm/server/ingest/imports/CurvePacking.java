package org.gpucomm.server.ingest.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.server.series.CurvePoints;
import org.springframework.jdbc.core.JdbcTemplate;

/** This class packs measurements that come in the order of runs into rows of the table of packed curves. */
final class CurvePacking {

    private final Map<Curve, CurvePoints.Builder> curves = new LinkedHashMap<>();
    private final Map<Curve, Integer> parts = new HashMap<>();
    private final Set<Long> ended = new HashSet<>();
    private List<Object[]> packed = new ArrayList<>();
    private long run;
    private int open;
    private boolean ordered = true;

    private record Curve(long series, int ranks, int nodes) {}

    static void insert(List<Object[]> packed, JdbcTemplate jdbc) {
        jdbc.batchUpdate("""
                insert into curve_points (run_id, series_id, ranks, nodes, part, content) values (?, ?, ?, ?, ?, ?)
                """, packed);
    }

    /** @param numbers as a point has them, see {@link CurvePoints.Builder#add} */
    void add(long of, long series, int ranks, int nodes, long ordinal, long bytes, double... numbers) {
        if (of != run) {
            endRun();
            run = of;
            ordered &= !ended.contains(of);
        }
        var curve = new Curve(series, ranks, nodes);
        var points = curves.computeIfAbsent(curve, added -> new CurvePoints.Builder());
        points.add(ordinal, bytes, numbers);
        open++;
        if (points.size() == CurvePoints.MOST) {
            pack(curve, points);
            curves.remove(curve);
        }
    }

    /** Returns whether each run came in one piece; else what is packed is not what curves are made of. */
    boolean isOrdered() {
        return ordered;
    }

    /** Returns how many measurements are held of curves that may still grow. */
    int open() {
        return open;
    }

    /** Returns how many rows {@link #take()} would return. */
    int ready() {
        return packed.size();
    }

    /** Returns the rows that have been packed since this was last asked. */
    List<Object[]> take() {
        var taken = packed;
        packed = new ArrayList<>();
        return taken;
    }

    /** No more comes of the last run. */
    void endRun() {
        curves.forEach(this::pack);
        curves.clear();
        parts.clear();
        ended.add(run);
    }

    private void pack(Curve curve, CurvePoints.Builder points) {
        open -= points.size();
        packed.add(new Object[]{run, curve.series(), curve.ranks(), curve.nodes(), parts.merge(curve, 1, Integer::sum),
                points.build().pack()});
    }
}
