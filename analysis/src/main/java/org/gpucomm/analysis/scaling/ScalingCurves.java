package org.gpucomm.analysis.scaling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import org.gpucomm.analysis.identity.Agreement;
import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.LikeLayouts;
import org.gpucomm.analysis.identity.LikeLayouts.Layout;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.series.CurvePoints;
import org.jspecify.annotations.Nullable;

/**
 * Curves along GPUs. Each is of one stack at one message size, and its runs have the same layout on nodes.
 *
 * @param curves curves ordered by stack, then by message size
 * @param apart  sentences about runs on one number of GPUs that disagree and are on no curve
 * @param heads  heads of the runs that may be on curves
 */
public record ScalingCurves(List<Along> curves, List<String> apart, long measured, List<CurveHead> heads) {

    /** Bandwidth in GB/s below which two printed decimals are too few digits. */
    private static final double FEW_DIGITS = 1;

    /** Order of curves, which does not depend on the order of uploads; the curves of one stack stay in the order of their creation. */
    private static final Comparator<Along> ORDER = Comparator.comparing((Along curve) -> curve.subject().operation())
            .thenComparing(curve -> curve.subject().title()).thenComparing(curve -> curve.subject().hash());

    /** @param bytes message size; -1 if the operation has none @param points points in ascending order of ranks */
    public record Along(SeriesKey subject, List<Layout> layouts, long bytes, List<Point> points) {

        /** Returns the ids of all its runs, in ascending order. */
        public List<String> runs() {
            return points.stream().flatMap(point -> point.runs().stream()).distinct().sorted().toList();
        }
    }

    /**
     * Measurements on one number of ranks. A spread is null if no measurement has the metric.
     *
     * @param data checks of all measurements; the spreads exclude wrong data
     * @param runs ids of the runs with right data
     */
    public record Point(Layout layout, Spread time, @Nullable Spread algbw, @Nullable Spread busbw,
            @Nullable Spread efficiency, Checks data, Set<String> runs) {

        public int n() {
            return time.n();
        }
    }

    /**
     * @param all  curves of runs
     * @param read returns the points of some of them
     */
    public static ScalingCurves of(List<CurveHead> all,
            Function<List<CurveHead>, Map<CurveHead, CurvePoints>> read) {
        var heads = all.stream().filter(CurveHead::isTimed).toList();
        var bySubject = new LinkedHashMap<SeriesKey, List<CurveHead>>();
        var subjects = new HashMap<SeriesKey, SeriesKey>();
        heads.forEach(head -> bySubject.computeIfAbsent(
                subjects.computeIfAbsent(head.key(), SeriesKey::alongRanks), added -> new ArrayList<>()).add(head));
        bySubject.values().removeIf(each -> each.stream().mapToInt(CurveHead::ranks).distinct().count() < 2);
        var usable = bySubject.values().stream().flatMap(Collection::stream).toList();
        var points = read.apply(usable);
        var curves = new ArrayList<Along>();
        var apart = new ArrayList<String>();
        bySubject.forEach((subject, ofSubject) -> {
            var places = places(ofSubject, points);
            places.entrySet().removeIf(place -> disagree(subject, place.getKey(), place.getValue(), apart));
            LikeLayouts.of(places.keySet()).forEach(alike -> curves.addAll(along(subject, alike, places)));
        });
        curves.sort(ORDER);
        return new ScalingCurves(curves, apart.stream().sorted().toList(),
                heads.stream().mapToLong(CurveHead::points).sum(), usable);
    }

    /** Measurement of a run. */
    private record Value(CurveHead head, double time, double algbw, double busbw, double efficiency, double wrong) {

        boolean isRight() {
            return !(wrong > 0);
        }
    }

    /** Returns the measurements by layout, then by message size. */
    private static Map<Layout, TreeMap<Long, List<Value>>> places(List<CurveHead> heads,
            Map<CurveHead, CurvePoints> read) {
        var places = new LinkedHashMap<Layout, TreeMap<Long, List<Value>>>();
        for (var head : heads) {
            var points = read.get(head);
            var ofLayout = places.computeIfAbsent(Layout.of(head.key().identity()), added -> new TreeMap<>());
            for (int i = 0; points != null && i < points.size(); i++) {
                long bytes = points.bytes(i);
                double time = points.time(i);
                if (time > 0) {
                    ofLayout.computeIfAbsent(bytes, added -> new ArrayList<>()).add(value(head, points, i, time));
                }
            }
        }
        // Sizes with only wrong data have no point.
        places.values().forEach(ofLayout -> ofLayout.values().removeIf(values -> right(values).isEmpty()));
        places.values().removeIf(Map::isEmpty);
        return places;
    }

    private static List<Value> right(List<Value> values) {
        var right = new ArrayList<Value>(values.size());
        for (var value : values) {
            if (value.isRight()) {
                right.add(value);
            }
        }
        return right;
    }

    /** Returns a measurement. Bandwidths that were not printed, or with few digits, are computed from the time. */
    private static Value value(CurveHead head, CurvePoints points, int i, double time) {
        long bytes = points.bytes(i);
        double printed = points.value(Metric.algbw, i);
        double algbw = printed >= FEW_DIGITS || bytes <= 0 ? printed : bytes / (time * 1e3);
        double printedBusbw = points.value(Metric.busbw, i);
        var factor = head.key().operation().busFactor(head.ranks());
        double busbw = printedBusbw >= FEW_DIGITS || factor.isEmpty() ? printedBusbw : algbw * factor.getAsDouble();
        return new Value(head, time, algbw, busbw, points.value(Metric.efficiency, i), points.wrong(i));
    }

    /** Returns whether runs are alike by their logs but far apart, as over TCP and a fabric, so that no median describes them. */
    private static boolean disagree(SeriesKey subject, Layout layout, TreeMap<Long, List<Value>> bySize,
            List<String> apart) {
        var times = new LinkedHashMap<Long, Map<Long, Double>>();
        bySize.forEach((bytes, values) -> {
            var byRun = new LinkedHashMap<Long, List<Value>>();
            for (var value : right(values)) {
                byRun.computeIfAbsent(value.head().run(), added -> new ArrayList<>(1)).add(value);
            }
            byRun.forEach((run, ofRun) -> times.computeIfAbsent(run, added -> new HashMap<>()).put(bytes,
                    Spread.median(ofRun.stream().mapToDouble(Value::time).toArray())));
        });
        int groups = times.size() < 2 ? 1 : Agreement.groups(times).size();
        if (groups > 1) {
            apart.add(
                    "%d runs of %s on %d GPUs fall into %d groups that differ by far although the logs name no difference: they are on no curve. Explore shows them."
                            .formatted(times.size(), subject.title(), layout.ranks(), groups));
        }
        return groups > 1;
    }

    private static List<Along> along(SeriesKey subject, List<Layout> alike,
            Map<Layout, TreeMap<Long, List<Value>>> places) {
        var sizes = new TreeSet<Long>();
        alike.forEach(layout -> sizes.addAll(places.getOrDefault(layout, new TreeMap<>()).keySet()));
        var curves = new ArrayList<Along>();
        for (long bytes : sizes) {
            var points = alike.stream().filter(layout -> places.get(layout).containsKey(bytes))
                    .map(layout -> point(layout, places.get(layout).get(bytes))).toList();
            if (points.size() > 1) {
                curves.add(new Along(subject, alike, bytes, points));
            }
        }
        return curves;
    }

    private static Point point(Layout layout, List<Value> values) {
        var right = right(values);
        return new Point(layout, Spread.of(right.stream().mapToDouble(Value::time).toArray()),
                spread(right, Value::algbw), spread(right, Value::busbw), spread(right, Value::efficiency),
                values.stream().map(value -> Checks.of(value.wrong())).reduce(Checks.NONE, Checks::and),
                right.stream().map(value -> value.head().runId()).collect(Collectors.toCollection(TreeSet::new)));
    }

    private static @Nullable Spread spread(List<Value> values, ToDoubleFunction<Value> metric) {
        var known = values.stream().mapToDouble(metric).filter(value -> !Double.isNaN(value)).toArray();
        return known.length == 0 ? null : Spread.of(known);
    }
}
