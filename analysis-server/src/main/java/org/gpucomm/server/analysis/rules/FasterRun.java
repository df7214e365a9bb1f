package org.gpucomm.server.analysis.rules;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.Placement;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.series.SeriesKey;

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
        for (var each : all.withoutTwins().observations()) {
            var alike = Alike.of(all.key(each).onAnyHosts());
            if (alike.isOfACluster() && bytes(each) >= LEAST_BYTES && !each.isWrong() && each.busbw().isPresent()) {
                groups.computeIfAbsent(alike, added -> new TreeMap<>())
                        .computeIfAbsent(each.row().run(), added -> new java.util.ArrayList<>()).add(each);
            }
        }
        return groups.values().stream().flatMap(byRun -> within(all, byRun, runs).stream())
                .filter(each -> each.factor() >= FACTOR).max(Comparator.comparingDouble(FasterRun::factor));
    }

    private static Optional<FasterRun> within(Evidence all, Map<String, List<Observation>> byRun, Set<String> runs) {
        return byRun.keySet().stream().filter(runs::contains).flatMap(own -> byRun.keySet().stream()
                .filter(other -> !other.equals(own))
                .flatMap(other -> pair(all, byRun.get(own), byRun.get(other)).stream()))
                .max(Comparator.comparingDouble(FasterRun::factor));
    }

    private static Optional<FasterRun> pair(Evidence all, List<Observation> own, List<Observation> other) {
        var sizes = other.stream().map(FasterRun::bytes).collect(Collectors.toSet());
        return own.stream().map(FasterRun::bytes).filter(sizes::contains).max(Comparator.naturalOrder())
                .map(bytes -> new FasterRun(all.key(own.getFirst()), bytes, speed(own, bytes), speed(other, bytes),
                        own.getFirst().row().run(), own.getFirst().row().source(), other.getFirst().row().run(),
                        other.getFirst().row().source()));
    }

    private static double speed(List<Observation> rows, long bytes) {
        return Median.withDefaults().evaluate(rows.stream().filter(each -> bytes(each) == bytes)
                .mapToDouble(each -> each.busbw().orElseThrow()).toArray());
    }

    private static long bytes(Observation observation) {
        var size = observation.measurement().workload().messageSize();
        return size == null ? -1 : size.count();
    }

    /**
     * This record holds what must be the same before the network is what is left: not the transport, which logs tell or do
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
