package org.gpucomm.analysis.rules;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Pair of runs of the same measurement on the same cluster, one much faster than the other.
 *
 * @param key      key of the slow run
 * @param bytes    message size in bytes
 * @param own      bus bandwidth of the slow run, GB/s
 * @param others   bus bandwidth of the fast run, GB/s
 * @param slowRun  id of the slow run
 * @param slowName file name of the slow run
 * @param fastRun  id of the fast run
 * @param fastName file name of the fast run
 */
public record FasterRun(SeriesKey key, long bytes, double own, double others, String slowRun, String slowName,
        String fastRun, String fastName) {

    /** Factor from which two runs of one cluster and one setting do not use the same network. */
    public static final double FACTOR = 3;
    /** Smallest message size in bytes. Latency dominates smaller messages. */
    public static final long LEAST_BYTES = 1 << 20;

    public double factor() {
        return others / own;
    }

    /**
     * Finds the pair with the largest factor at the largest size of both runs.
     *
     * @param all  measurements of these runs and of others
     * @param runs ids of the runs that may be the slow one
     */
    public static Optional<FasterRun> of(Evidence all, Set<String> runs) {
        var groups = new LinkedHashMap<Alike, Map<String, List<Observation>>>();
        // There are few keys, and equal keys are the same object.
        var byKey = new IdentityHashMap<SeriesKey, Alike>();
        for (var each : all.withoutTwins().observations()) {
            var alike = byKey.computeIfAbsent(all.key(each), key -> Alike.of(key.onAnyHosts()));
            if (alike.isOfACluster() && bytes(each) >= LEAST_BYTES && !each.isWrong() && each.busbw().isPresent()) {
                groups.computeIfAbsent(alike, added -> new TreeMap<>())
                        .computeIfAbsent(each.row().run(), added -> new java.util.ArrayList<>()).add(each);
            }
        }
        return groups.values().stream().flatMap(byRun -> within(all, byRun.values(), runs).stream())
                .max(Comparator.comparingDouble(FasterRun::factor));
    }

    /** Compares runs in groups with the same sizes. All pairs of two groups meet at one size, so the slowest and the fastest suffice. */
    private static Optional<FasterRun> within(Evidence all, Collection<List<Observation>> byRun, Set<String> runs) {
        var bySizes = byRun.stream().map(Speeds::of)
                .collect(Collectors.groupingBy(run -> run.bySize().keySet(), LinkedHashMap::new, Collectors.toList()));
        FasterRun found = null;
        for (var slow : bySizes.values()) {
            var looked = slow.stream().filter(each -> runs.contains(each.run())).toList();
            for (var fast : looked.isEmpty() ? List.<List<Speeds>>of() : bySizes.values()) {
                var sizes = new TreeSet<>(slow.getFirst().bySize().keySet());
                sizes.retainAll(fast.getFirst().bySize().keySet());
                if (!sizes.isEmpty()) {
                    var bySpeed = Comparator.<Speeds>comparingDouble(each -> each.bySize().get(sizes.last()));
                    var pair = of(all, sizes.last(), Collections.min(looked, bySpeed), Collections.max(fast, bySpeed));
                    found = pair.factor() >= FACTOR && (found == null || pair.factor() > found.factor()) ? pair : found;
                }
            }
        }
        return Optional.ofNullable(found);
    }

    private static FasterRun of(Evidence all, long bytes, Speeds own, Speeds other) {
        return new FasterRun(all.key(own.first()), bytes, own.bySize().get(bytes), other.bySize().get(bytes), own.run(),
                own.first().row().source(), other.run(), other.first().row().source());
    }

    /** Median bus bandwidth of one run at each size, GB/s. */
    private record Speeds(Observation first, SortedMap<Long, Double> bySize) {

        static Speeds of(List<Observation> rows) {
            return new Speeds(rows.getFirst(),
                    rows.stream().collect(Collectors.groupingBy(FasterRun::bytes, TreeMap::new,
                            Collectors.collectingAndThen(Collectors.toList(), Speeds::median))));
        }

        private static double median(List<Observation> rows) {
            return Median.withDefaults().evaluate(
                    rows.stream().mapToDouble(each -> each.busbw().orElseThrow()).toArray());
        }

        String run() {
            return first.row().run();
        }
    }

    private static long bytes(Observation observation) {
        var size = observation.measurement().workload().messageSize();
        return size == null ? -1 : size.count();
    }

    /**
     * Properties that must be equal so that only the network explains a difference. The transport is not one of them, since not all logs
     * state it.
     */
    private record Alike(String operation, String library, String variant, String datatype, Placement placement,
            String settings, String hardware, int ranks, int nodes, String place) {

        static Alike of(SeriesKey key) {
            return new Alike(key.operation().id(), key.library(), key.variant(), key.datatype(),
                    key.placement() == null ? Placement.OUT_OF_PLACE : key.placement(), key.settings(),
                    key.identity().hardware(), key.identity().ranks(), key.identity().nodes(), key.place().title());
        }

        boolean isOfACluster() {
            return nodes > 1 && ranks > 1 && !place.isEmpty();
        }
    }
}
