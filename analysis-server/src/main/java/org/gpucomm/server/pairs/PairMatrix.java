package org.gpucomm.server.pairs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.DevicePair;
import org.gpucomm.results.Measurement;
import org.gpucomm.server.series.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Measurements that are alike but for the pair of devices that they were made between.
 *
 * @param title   what they share: operation, variant, size, settings
 * @param metric  bandwidth where there is one, else the time
 * @param rows    names of the rows as people count; {@code node/rank} where the ranks lie evenly on several nodes
 * @param columns names of the columns
 * @param cells   by row, then by column; null = not measured
 */
record PairMatrix(String title, Metric metric, List<String> rows, List<String> columns,
        List<List<@Nullable MatrixCell>> cells) {

    /** 1024 ranks with one another; settings that name no devices may make more. */
    private static final long MOST_CELLS = 1 << 20;

    /**
     * One cell.
     *
     * @param y     the median of what was measured, in the unit of the metric
     * @param n     measurements
     * @param wrong wrong elements of all of them; null = not all were checked
     */
    record MatrixCell(double y, int n, double min, double max, @Nullable Long wrong) {

        private static MatrixCell of(List<Measurement> measurements, Metric metric) {
            var values = measurements.stream().map(metric::of).map(value -> value.orElseThrow().doubleValue()).sorted()
                    .toList();
            int half = values.size() / 2;
            double median = values.size() % 2 == 1 ? values.get(half) : (values.get(half - 1) + values.get(half)) / 2;
            return new MatrixCell(median, values.size(), values.getFirst(), values.getLast(), wrong(measurements));
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
    }

    /** Returns the matrices of these measurements, in their order; what names no pair, or one pair alone, is in none. */
    static List<PairMatrix> of(Collection<Measurement> measurements) {
        var alike = new LinkedHashMap<String, List<Paired>>();
        for (var each : measurements) {
            DevicePair.of(each.settings()).map(pair -> new Paired(pair, each))
                    .ifPresent(paired -> alike.computeIfAbsent(paired.title(), _ -> new ArrayList<>()).add(paired));
        }
        var matrices = new ArrayList<PairMatrix>();
        alike.forEach((title, cells) -> {
            var metric = cells.stream().anyMatch(cell -> Metric.algbw.of(cell.of()).isPresent())
                    ? Metric.algbw
                    : Metric.time;
            var with = cells.stream().filter(cell -> metric.of(cell.of()).isPresent()).toList();
            long places = with.stream().map(Paired::place).distinct().count();
            if (places > 1 && names(with, DevicePair::row) * names(with, DevicePair::column) <= MOST_CELLS) {
                matrices.add(of(title, metric, with));
            }
        });
        return matrices;
    }

    private static long names(List<Paired> paired, Function<DevicePair, String> side) {
        return paired.stream().map(Paired::pair).map(side).distinct().count();
    }

    private static PairMatrix of(String title, Metric metric, List<Paired> paired) {
        var rows = new TreeMap<String, Map<String, List<Measurement>>>(DevicePair.AS_COUNTED);
        var columns = new TreeMap<String, Boolean>(DevicePair.AS_COUNTED);
        for (var each : paired) {
            columns.put(each.pair().column(), true);
            rows.computeIfAbsent(each.pair().row(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(each.pair().column(), _ -> new ArrayList<>()).add(each.of());
        }
        var cells = new ArrayList<List<@Nullable MatrixCell>>();
        for (var row : rows.values()) {
            var line = new ArrayList<@Nullable MatrixCell>();
            for (var column : columns.keySet()) {
                var here = row.get(column);
                line.add(here == null ? null : MatrixCell.of(here, metric));
            }
            cells.add(line);
        }
        var nodes = Nodes.of(paired.stream().map(Paired::of).toList());
        return new PairMatrix(title, metric, nodes.named(rows.keySet()), nodes.named(columns.keySet()), cells);
    }

    double lowest() {
        return values().stream().mapToDouble(MatrixCell::y).min().orElseThrow();
    }

    double highest() {
        return values().stream().mapToDouble(MatrixCell::y).max().orElseThrow();
    }

    /**
     * Returns where the scale of colours begins: at the least value, but at most at four fifths of the largest, so that links that
     * differ by noise look alike and one that is weak does not.
     */
    double scaleFrom() {
        return Math.min(lowest(), 0.8 * highest());
    }

    private List<MatrixCell> values() {
        return cells.stream().flatMap(List::stream).filter(Objects::nonNull).toList();
    }

    /** A measurement and its pair. */
    private record Paired(DevicePair pair, Measurement of) {

        String place() {
            return pair.row() + " " + pair.column();
        }

        String title() {
            var workload = of.workload();
            var parts = new ArrayList<String>();
            parts.add(workload.operation().title());
            if (workload.variant() != null) {
                parts.add(workload.variant());
            }
            var size = workload.messageSize();
            if (size != null) {
                parts.add(new Bytes(size.count()).toString());
            }
            if (!pair.others().isEmpty()) {
                parts.add(pair.others().sortedText().replace(";", ", "));
            }
            return String.join(", ", parts);
        }
    }
}
