package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;

/**
 * Single measurements that stand apart: from their repetitions, from their neighbours along GPUs on curves that are flat
 * otherwise, and, for applications, from the course that all other variants take.
 */
final class Outliers implements Rule {

    private static final int FEWEST_REPETITIONS = 5;
    /** In standard deviations of a normal distribution, by the median of absolute deviations. */
    private static final double FAR = 5;
    private static final double MAD_TO_SIGMA = 1.4826;
    private static final double LEAST = 0.05;
    /** Beside the neighbours: a curve is flat when the others agree this well. */
    private static final double FLAT = 0.10;
    private static final double STANDS_OUT = 0.08;

    @Override
    public String id() {
        return "outlier";
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var curve : evidence.alongSize()) {
            for (var cell : curve.cells()) {
                amongRepetitions(curve, cell, findings);
            }
        }
        for (var curve : evidence.alongRanks()) {
            boolean valid = curve.subject().operation() != Operation.ALLTOALL
                    || curve.subject().placement() != Placement.IN_PLACE;
            if (valid) {
                amongNeighbours(curve, findings);
            }
        }
        againstTheCourse(evidence, findings);
        return findings;
    }

    private void amongRepetitions(Curve curve, Cell cell, List<Finding> findings) {
        var times = cell.times();
        if (times.length < FEWEST_REPETITIONS || times.length != cell.repetitions()) {
            return;
        }
        double median = median(times);
        double sigma = MAD_TO_SIGMA * median(Arrays.stream(times).map(time -> Math.abs(time - median)).toArray());
        for (int i = 0; i < times.length; i++) {
            double away = Math.abs(times[i] - median);
            if (away > FAR * sigma && away > LEAST * median) {
                findings.add(Finding.of(id(), Severity.NOTICE, Confidence.LIKELY,
                        curve.subject().title() + " of " + Say.size(cell.bytes()) + " on " + Say.gpus(cell.ranks())
                                + " took " + Say.time(times[i]) + " in one of " + times.length
                                + " repetitions, against a median of " + Say.time(median) + ".",
                        List.of(new Quantity("time", times[i], "µs"), new Quantity("median", median, "µs")),
                        List.of(cell.rows().get(i))));
            }
        }
    }

    private void amongNeighbours(Curve curve, List<Finding> findings) {
        var cells = curve.cells().stream().filter(cell -> cell.ranks() > 0 && cell.algbw().isPresent()).toList();
        if (cells.size() < 4) {
            return;
        }
        for (var cell : cells) {
            var others = cells.stream().filter(other -> other != cell)
                    .mapToDouble(other -> other.algbw().orElseThrow()).toArray();
            double typical = median(others);
            double spread = (Arrays.stream(others).max().orElseThrow() - Arrays.stream(others).min().orElseThrow())
                    / typical;
            double away = cell.algbw().orElseThrow() / typical - 1;
            if (spread < FLAT && Math.abs(away) > STANDS_OUT && Math.abs(away) > 1.5 * spread) {
                var sentence = curve.subject().title() + " with " + curve.subject().libraryTitle()
                        + (curve.fixed() > 0 ? " of " + Say.size(curve.fixed()) : "") + " reaches "
                        + Say.gbps(cell.algbw().orElseThrow()) + " on " + Say.gpus(cell.ranks()) + ", "
                        + Say.percent(Math.abs(away)) + (away > 0 ? " more" : " less")
                        + " than on the other numbers of GPUs, "
                        + "which agree within " + Say.percent(spread) + ". It was measured "
                        + (cell.repetitions() == 1 ? "once: " : cell.repetitions() + " times: ")
                        + "repeat it before concluding anything from it.";
                findings.add(Finding.of(id(), Severity.NOTICE, Confidence.AMBIGUOUS, sentence,
                        List.of(new Quantity("bandwidth", cell.algbw().orElseThrow(), "GB/s"),
                                new Quantity("typical", typical, "GB/s"), new Quantity("away", 100 * away, "%")),
                        cell.rows()));
            }
        }
    }

    /** Parallel efficiency falls with more ranks; where it rises, the lower number of ranks was slow for another reason. */
    private void againstTheCourse(Evidence evidence, List<Finding> findings) {
        record Rise(Curve curve, Cell low, Cell high) {}
        var rises = new ArrayList<Rise>();
        var all = new LinkedHashMap<String, Curve>();
        for (var curve : evidence.alongRanks()) {
            if (curve.cells().size() < 3 || curve.cells().stream().anyMatch(cell -> efficiency(cell) == 0)) {
                continue;
            }
            all.put(curve.subject().toString(), curve);
            for (int i = 1; i < curve.cells().size(); i++) {
                var low = curve.cells().get(i - 1);
                var high = curve.cells().get(i);
                if (efficiency(high) > efficiency(low) * (1 + LEAST / 2)) {
                    rises.add(new Rise(curve, low, high));
                }
            }
        }
        if (rises.isEmpty() || rises.size() * 3 > all.size()) {
            return;
        }
        for (var rise : rises) {
            var name = rise.curve().subject().libraryTitle()
                    + (rise.curve().subject().variant().isEmpty() ? "" : " (" + rise.curve().subject().variant() + ")");
            findings.add(Finding.of(id(), Severity.WARNING, Confidence.LIKELY,
                    rise.curve().subject().operation().title() + " with " + name + " is an outlier on "
                            + Say.gpus(rise.low().ranks()) + ": its efficiency rises from "
                            + Say.number(efficiency(rise.low())) + " % to " + Say.number(efficiency(rise.high()))
                            + " % on "
                            + Say.gpus(rise.high().ranks()) + ", while that of "
                            + (all.size() - rises.size() == 1
                                    ? "the other variant"
                                    : "the other " + (all.size() - rises.size()) + " variants")
                            + " falls or stays. What is said against it on " + Say.gpus(rise.low().ranks())
                            + " rests on this one run.",
                    List.of(new Quantity("efficiency", efficiency(rise.low()), "%"),
                            new Quantity("next_efficiency", efficiency(rise.high()), "%")),
                    rows(rise.low(), rise.high())));
        }
    }

    private static List<RowRef> rows(Cell low, Cell high) {
        var rows = new ArrayList<>(low.rows());
        rows.addAll(high.rows());
        return rows;
    }

    private static double efficiency(Cell cell) {
        return cell.observations().stream().map(Observation::measurement)
                .filter(each -> each.workload().operation() == Operation.JACOBI)
                .map(each -> each.outcome().efficiency()).filter(java.util.Objects::nonNull)
                .mapToDouble(value -> value.doubleValue()).average().orElse(0);
    }

    private static double median(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
