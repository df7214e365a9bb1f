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
 * Another run of the same on the same cluster that is many times as fast.
 *
 * @param key      of the slow one
 * @param bytes    message size
 * @param own      bus bandwidth of the slow one, GB/s
 * @param others   of the other, GB/s
 * @param slowRun  id of the slow run
 * @param slowName name of its file
 * @param fastRun  id of the other
 * @param fastName name of its file
 */
public record FasterRun(SeriesKey key, long bytes, double own, double others, String slowRun, String slowName,
        String fastRun, String fastName) {

    /** Runs of one cluster and one setting that differ by so much do not use the same network. */
    public static final double FACTOR = 3;
    /** Below this, latency and its accidents make the time. */
    public static final long LEAST_BYTES = 1 << 20;

    public double factor() {
        return others / own;
    }

    /**
     * Finds the one that is faster by the largest factor, at the largest size that both have.
     *
     * @param all  measurements of these runs and of others
     * @param runs that are looked at
     */
    public static Optional<FasterRun> of(Evidence all, Set<String> runs) {
        var groups = new LinkedHashMap<Alike, Map<String, List<Observation>>>();
        // Keys are few, and equal ones are one object.
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

    /** Runs with the same sizes meet at the same one: of them only the slowest and the fastest can differ the most. */
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

    /** The median bus bandwidth of one run at each size, GB/s. */
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
     * Properties that must be the same before the network is what is left: not the transport, which logs say or do
     * not.
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
