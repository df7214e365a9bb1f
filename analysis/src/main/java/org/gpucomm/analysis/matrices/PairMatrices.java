package org.gpucomm.analysis.matrices;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.DevicePair;
import org.gpucomm.results.Measurement;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.matrices.HeatMatrix.MatrixCell;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;

/**
 * Matrices of measurements between pairs: devices of one host, ranks and their peers, or the hosts of a run's two ranks. Runs share a
 * matrix only if everything else is equal; each pair of hosts comes from a run of its own.
 */
public final class PairMatrices {

    private PairMatrices() {}

    /** Returns the matrices of these measurements, in order. Measurements without a pair, or of a single pair, are in none. */
    public static List<HeatMatrix> of(Collection<PlacedObservation> measurements) {
        var alike = new LinkedHashMap<Key, List<Paired>>();
        for (var each : measurements) {
            Paired.of(each).ifPresent(
                    paired -> alike.computeIfAbsent(paired.key(), _ -> new ArrayList<>()).add(paired));
        }
        var whole = new LinkedHashMap<Key, List<Paired>>();
        alike.forEach((key, pairs) -> {
            var metric = metric(pairs);
            var with = pairs.stream().filter(pair -> metric.of(pair.measurement()).isPresent()).toList();
            long places = with.stream().map(Paired::place).distinct().count();
            if (places > 1 && names(with, DevicePair::row) * names(with, DevicePair::column) <= HeatMatrix.MOST_CELLS) {
                whole.put(key, with);
            }
        });
        var groups = new LinkedHashMap<Key, String>();
        var distinguishing = new LinkedHashMap<Key, Map<String, String>>();
        whole.forEach((key, pairs) -> {
            groups.put(key, title(pairs.getFirst(), null));
            distinguishing.put(key,
                    PlacedObservation.distinguishing(key.of(), pairs.getFirst().looked().observation().row().source()));
        });
        var withoutSize = DistinctTitles.of(groups, distinguishing);
        var titles = new LinkedHashMap<Key, String>();
        whole.forEach((key, pairs) -> titles.put(key, title(pairs.getFirst(), key.bytes())));
        var distinct = DistinctTitles.of(titles, distinguishing);
        return whole.entrySet().stream().map(each -> matrix(String.valueOf(distinct.get(each.getKey())),
                String.valueOf(withoutSize.get(each.getKey())), each.getKey().bytes(), each.getValue())).toList();
    }

    private static Metric metric(List<Paired> pairs) {
        return pairs.stream().anyMatch(pair -> Metric.algbw.of(pair.measurement()).isPresent())
                ? Metric.algbw
                : Metric.time;
    }

    private static long names(List<Paired> paired, Function<DevicePair, String> side) {
        return paired.stream().map(Paired::pair).map(side).distinct().count();
    }

    private static HeatMatrix matrix(String title, String group, @Nullable Long bytes, List<Paired> paired) {
        var metric = metric(paired);
        var rows = new TreeMap<String, Map<String, List<Measurement>>>(DevicePair.AS_COUNTED);
        var columns = new TreeMap<String, Boolean>(DevicePair.AS_COUNTED);
        for (var each : paired) {
            columns.put(each.pair().column(), true);
            rows.computeIfAbsent(each.pair().row(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(each.pair().column(), _ -> new ArrayList<>()).add(each.measurement());
        }
        var cells = new ArrayList<List<@Nullable MatrixCell>>();
        for (var row : rows.values()) {
            var line = new ArrayList<@Nullable MatrixCell>();
            for (var column : columns.keySet()) {
                var here = row.get(column);
                line.add(here == null ? null : cell(here, metric));
            }
            cells.add(line);
        }
        var nodes = Nodes.of(paired.stream().map(Paired::measurement).toList());
        return new HeatMatrix(HeatMatrix.Kind.PAIRS, title, group, bytes, HeatMatrix.Value.of(metric),
                nodes.named(rows.keySet()),
                nodes.named(columns.keySet()), cells, paired.stream().map(each -> each.looked().run()).distinct()
                        .toList());
    }

    private static MatrixCell cell(List<Measurement> measurements, Metric metric) {
        var values = measurements.stream().map(metric::of).mapToDouble(value -> value.orElseThrow().doubleValue())
                .sorted().toArray();
        return new MatrixCell(Spread.median(values), values.length, values[0], values[values.length - 1],
                wrong(measurements), null);
    }

    private static @Nullable Long wrong(List<Measurement> measurements) {
        long wrong = 0;
        for (var each : measurements) {
            var count = each.outcome().wrong();
            if (count == null) {
                return null;
            }
            wrong += (long) count.doubleValue();
        }
        return wrong;
    }

    private static String title(Paired paired, @Nullable Long bytes) {
        var workload = paired.measurement().workload();
        var parts = Stream.of(workload.operation().title(), workload.variant() == null ? "" : workload.variant(),
                bytes == null ? "" : new Bytes(bytes).toString(),
                paired.pair().others().sortedText().replace(";", ", "));
        return parts.filter(part -> !part.isEmpty()).reduce((one, other) -> one + ", " + other).orElseThrow();
    }

    /** @param upload upload whose runs belong together; empty if the place of the runs is known */
    private record Key(SeriesKey of, @Nullable Long bytes, String upload) {}

    /** Measurement with its pair. @param anyHosts whether the pair names or determines the hosts, which then are not part of the key */
    private record Paired(DevicePair pair, PlacedObservation looked, boolean anyHosts) {

        public static Optional<Paired> of(PlacedObservation looked) {
            var said = DevicePair.of(looked.measurement().settings());
            if (said.isPresent()) {
                return Optional.of(new Paired(said.get(), looked, false));
            }
            var called = DevicePair.of(looked.measurement());
            if (called.isPresent()) {
                return Optional.of(new Paired(called.get(), looked, true));
            }
            var hosts = looked.hosts();
            return hosts.size() == 2
                    ? Optional.of(new Paired(
                            new DevicePair(hosts.get(0), hosts.get(1), looked.measurement().settings()), looked, true))
                    : Optional.empty();
        }

        Measurement measurement() {
            return looked.measurement();
        }

        Key key() {
            var size = measurement().workload().messageSize();
            var key = looked.keyWith(pair.others());
            boolean known = key.place().isKnown();
            return new Key(anyHosts ? key.onAnyHosts() : key, size == null ? null : size.count(),
                    known ? "" : looked.upload());
        }

        String place() {
            return pair.row() + " " + pair.column();
        }
    }
}
