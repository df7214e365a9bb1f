package org.gpucomm.server.analysis.stored;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.series.CurveHead;
import org.gpucomm.server.series.CurvePoints;
import org.gpucomm.server.series.Metric;
import org.gpucomm.server.series.StoredCurves;
import org.jspecify.annotations.Nullable;

/**
 * Observations of stored runs made of the packed curves in the tables: the same numbers as in the files, in a hundredth of the
 * time. What the tables do not pack is not there: lines, percentiles, iterations and metrics.
 */
final class PackedEvidence {

    private final StoredCurves curves;

    PackedEvidence(StoredCurves curves) {
        this.curves = curves;
    }

    /** In the order of runs, and of rows in each. @param heads all curves of each of the runs, so that rows can be numbered */
    List<Observation> of(List<CurveHead> heads) {
        var points = new HashMap<CurveHead, CurvePoints>();
        curves.read(heads, points::put);
        var observations = new ArrayList<Observation>();
        for (var run : heads.stream().collect(Collectors.groupingBy(CurveHead::runId)).entrySet()) {
            observations.addAll(ofRun(run.getKey(), run.getValue(), points));
        }
        observations.sort(Comparator.comparing(Observation::row));
        return observations;
    }

    private record Row(CurveHead head, CurvePoints points, int at) {

        long ordinal() {
            return points.ordinal(at);
        }

        /** Neither a time nor a bandwidth of those that are packed. */
        boolean hasNothing() {
            return Double.isNaN(points.value(Metric.time, at)) && Double.isNaN(points.value(Metric.algbw, at))
                    && Double.isNaN(points.value(Metric.busbw, at));
        }
    }

    /** Rows are numbered within their run, as its page lists them: in the order of the file. */
    private static List<Observation> ofRun(String run, List<CurveHead> heads, Map<CurveHead, CurvePoints> points) {
        var rows = new ArrayList<Row>();
        for (var head : heads) {
            var ofHead = points.get(head);
            for (int i = 0; ofHead != null && i < ofHead.size(); i++) {
                rows.add(new Row(head, ofHead, i));
            }
        }
        rows.sort(Comparator.comparing(Row::ordinal));
        var stacks = new HashMap<CurveHead, Common>();
        var observations = new ArrayList<Observation>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            var row = rows.get(i);
            if (row.hasNothing()) {
                continue;
            }
            var common = stacks.computeIfAbsent(row.head(), Common::of);
            observations.add(new Observation(measurement(row, common),
                    new RowRef(run, i + 1, row.head().filename(), 0), row.head().key()));
        }
        return observations;
    }

    /** What all rows of a curve have in common. */
    private record Common(int section, Stack stack, Platform platform, Workload workload, NamedValues settings) {

        static Common of(CurveHead head) {
            var row = head.row();
            var operation = head.key().operation();
            return new Common(Integer.parseInt(head.runId().substring(head.runId().indexOf('-') + 1)),
                    head.key().stack(),
                    new Platform(orNull(row.instanceType()), orNull(row.gpu()), head.nodes() == 0 ? null : head.nodes(),
                            head.ranks() == 0 ? null : head.ranks()),
                    new Workload(operation, orNull(row.variant()), orNull(row.problem()), null, orNull(row.datatype()),
                            orNull(row.redop()), row.root().isEmpty() ? null : Integer.valueOf(row.root()),
                            Placement.ofId(row.placement()).orElse(null), null),
                    NamedValues.parse(row.settings()));
        }
    }

    private static Measurement measurement(Row row, Common common) {
        long bytes = row.points().bytes(row.at());
        var time = number(row, Metric.time);
        var algbw = number(row, Metric.algbw);
        var busbw = number(row, Metric.busbw);
        double wrong = row.points().wrong(row.at());
        var outcome = new Outcome(time == null ? null : Micros.of(time), null, null, null, null,
                algbw == null ? null : Bandwidth.ofGigabytesPerSecond(algbw),
                busbw == null ? null : Bandwidth.ofGigabytesPerSecond(busbw),
                Double.isNaN(wrong) ? null : Decimal.of(wrong), null, number(row, Metric.speedup),
                number(row, Metric.efficiency), NamedValues.NONE);
        return new Measurement(row.head().filename(), common.section(), common.stack(), common.platform(),
                bytes < 0 ? common.workload() : common.workload().withMessageSize(new Bytes(bytes)), outcome,
                row.head().startedAt(), common.settings());
    }

    private static @Nullable Decimal number(Row row, Metric metric) {
        double value = row.points().value(metric, row.at());
        return Double.isNaN(value) ? null : Decimal.of(value);
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
