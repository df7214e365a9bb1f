package org.gpucomm.analysis.matrices;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.RankTimes;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.matrices.HeatMatrix.Kind;
import org.gpucomm.analysis.matrices.HeatMatrix.MatrixCell;
import org.gpucomm.analysis.matrices.HeatMatrix.Value;
import org.jspecify.annotations.Nullable;

/**
 * Matrices of the times of single ranks: a row for each rank, node by node, and a column for each thing at which all ranks were timed. A
 * cell is the rank's median time over the median of all ranks, so that columns of any time are comparable. Tools write a row per rank
 * (DeepEP, NCCL's Inspector), possibly in runs of their own, or the times of all processes in one row (nccl-tests).
 */
public final class RankMatrices {

    private static final Value VALUE = new Value("over_median", "time over the median of the ranks", "×");
    private static final String ALL = "all";

    private RankMatrices() {}

    public static List<HeatMatrix> of(Collection<PlacedObservation> measurements) {
        var jobs = new LinkedHashMap<Job, Map<TimedColumn, Map<RankSeat, List<Double>>>>();
        var members = new LinkedHashMap<Job, List<PlacedObservation>>();
        for (var each : measurements) {
            var timed = RankSeat.timesOf(each);
            if (!timed.isEmpty()) {
                var job = Job.of(each);
                members.computeIfAbsent(job, added -> new ArrayList<>()).add(each);
                var seats = jobs.computeIfAbsent(job, added -> new TreeMap<>(TimedColumn.ORDER))
                        .computeIfAbsent(TimedColumn.of(each), added -> new LinkedHashMap<>());
                timed.forEach((seat, time) -> seats.computeIfAbsent(seat, added -> new ArrayList<>()).add(time));
            }
        }
        jobs.values().forEach(columns -> columns.values().removeIf(seats -> seats.size() < 2));
        jobs.values().removeIf(Map::isEmpty);
        var titles = new LinkedHashMap<Job, String>();
        var distinguishing = new LinkedHashMap<Job, Map<String, String>>();
        jobs.forEach((job, columns) -> {
            titles.put(job, TimedColumn.shared(columns.keySet()));
            distinguishing.put(job, job.distinguishing());
        });
        var distinct = DistinctTitles.of(titles, distinguishing);
        return jobs.entrySet().stream().filter(job -> fits(job.getValue())).map(job -> matrix(
                String.valueOf(distinct.get(job.getKey())), job.getValue(),
                members.getOrDefault(job.getKey(), List.of()))).toList();
    }

    private static boolean fits(Map<TimedColumn, Map<RankSeat, List<Double>>> columns) {
        long seats = columns.values().stream().flatMap(each -> each.keySet().stream()).distinct().count();
        return seats * columns.size() <= HeatMatrix.MOST_CELLS;
    }

    private static HeatMatrix matrix(String title, Map<TimedColumn, Map<RankSeat, List<Double>>> columns,
            List<PlacedObservation> members) {
        var seats = RankSeat
                .sorted(columns.values().stream().flatMap(each -> each.keySet().stream()).distinct().toList());
        var byColumn = new ArrayList<Map<RankSeat, MatrixCell>>();
        columns.values().forEach(each -> byColumn.add(cells(each)));
        boolean several = columns.size() > 1;
        if (several) {
            byColumn.addFirst(overall(seats, byColumn));
        }
        var names = new ArrayList<>(TimedColumn.names(columns.keySet()));
        if (several) {
            names.addFirst(ALL);
        }
        var rows = new ArrayList<List<@Nullable MatrixCell>>();
        for (var seat : seats) {
            var row = new ArrayList<@Nullable MatrixCell>();
            byColumn.forEach(column -> row.add(column.get(seat)));
            rows.add(row);
        }
        boolean together = columns.keySet().stream().allMatch(column -> column.operation().endsTogether());
        var nodes = Nodes.of(members.stream().map(PlacedObservation::measurement).toList());
        return new HeatMatrix(together ? Kind.RANKS_TOGETHER : Kind.RANKS_ALONE, title, title, null, VALUE,
                RankSeat.names(seats, nodes), names, rows,
                members.stream().map(PlacedObservation::run).distinct().toList());
    }

    private static Map<RankSeat, MatrixCell> cells(Map<RankSeat, List<Double>> times) {
        double usual = Spread.median(times.values().stream().mapToDouble(Spread::median).toArray());
        var cells = new LinkedHashMap<RankSeat, MatrixCell>();
        times.forEach((seat, own) -> {
            var range = own.stream().mapToDouble(Double::doubleValue).summaryStatistics();
            cells.put(seat, new MatrixCell(Spread.median(own) / usual, own.size(), range.getMin() / usual,
                    range.getMax() / usual, null, Spread.median(own)));
        });
        return cells;
    }

    /** Returns the geometric mean over the columns in which every rank was timed. */
    private static Map<RankSeat, MatrixCell> overall(Collection<RankSeat> seats,
            List<Map<RankSeat, MatrixCell>> columns) {
        var whole = columns.stream().filter(column -> column.keySet().containsAll(seats)).toList();
        var cells = new LinkedHashMap<RankSeat, MatrixCell>();
        if (whole.isEmpty()) {
            return cells;
        }
        for (var seat : seats) {
            var own = whole.stream().map(column -> column.get(seat)).filter(Objects::nonNull)
                    .mapToDouble(MatrixCell::y).toArray();
            var range = Arrays.stream(own).summaryStatistics();
            double mean = Math.exp(Arrays.stream(own).map(Math::log).average().orElseThrow());
            cells.put(seat, new MatrixCell(mean, own.length, range.getMin(), range.getMax(), null, null));
        }
        return cells;
    }

    /**
     * Job whose ranks were timed together.
     *
     * @param distinguishing common properties of the measurements
     * @param run     id of the run; empty if several runs are known to belong together
     */
    private record Job(Map<String, String> distinguishing, String run) {

        private static final Set<String> OF_COLUMNS = Set.of("placement", "datatype");

        public static Job of(PlacedObservation looked) {
            var measurement = looked.measurement();
            var key = looked.keyWith(NamedValues.NONE);
            boolean whole = measurement.outcome().metrics().get(RankTimes.TIMES).isPresent();
            var distinguishing = new LinkedHashMap<>(PlacedObservation.distinguishing(whole ? key : key.onAnyHosts(),
                    looked.observation().row().source()));
            distinguishing.keySet().removeAll(OF_COLUMNS);
            boolean alone = whole || !key.place().isKnown();
            if (!alone) {
                distinguishing.remove("source");
            }
            distinguishing.put("comm", measurement.settings().get("comm").orElse(""));
            return new Job(distinguishing, alone ? looked.run() : "");
        }
    }
}
