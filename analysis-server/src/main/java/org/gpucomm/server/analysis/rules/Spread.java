package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.noise.Processes;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;

/** Times that a mean hides: single operations that stall, and processes of two kinds. */
final class Spread implements Rule {

    private static final String ID = "spread";
    /** The longest operation over the median one. */
    private static final double STALLS = 3;
    private static final double OFTEN = 0.25;
    private static final int FEWEST_PLACES = 4;
    private static final int FEWEST_PROCESSES = 8;
    private static final int FEWEST_SIZES = 3;
    /** Of the gap between the modes over the spread within them; equal processes reach it in fewer than 1 of 100 curves. */
    private static final double CLEAR = 6;
    private static final double LEAST = 0.02;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var curve : evidence.alongSize()) {
            stalls(curve).ifPresent(findings::add);
            modes(curve).ifPresent(findings::add);
        }
        return findings;
    }

    private record Stall(long bytes, double factor, Observation observation) {}

    private Optional<Finding> stalls(Curve curve) {
        var all = new ArrayList<Stall>();
        for (var cell : curve.cells()) {
            for (var each : cell.observations()) {
                var median = each.measurement().outcome().timeP50();
                var most = each.measurement().outcome().timeMax();
                if (median != null && most != null && median.doubleValue() > 0) {
                    all.add(new Stall(cell.bytes(), most.doubleValue() / median.doubleValue(), each));
                }
            }
        }
        var stalled = all.stream().filter(each -> each.factor() > STALLS).toList();
        if (all.size() < FEWEST_PLACES || stalled.size() < OFTEN * all.size()) {
            return Optional.empty();
        }
        var worst = stalled.stream().max(Comparator.comparingDouble(Stall::factor)).orElseThrow();
        var sentence = head(curve) + ": single operations take up to " + Say.number(worst.factor())
                + " times as long as the median one"
                + (worst.bytes() > 0 ? " (at " + Say.size(worst.bytes()) + ")" : "")
                + ", and more than " + Say.number(STALLS) + " times in " + stalled.size() + " of " + all.size()
                + " measurements: something else gets in between, which the mean spreads over all.";
        return Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, sentence,
                List.of(new Quantity("most", worst.factor(), "×"), new Quantity("stalled", stalled.size(), ""),
                        new Quantity("measurements", all.size(), "")),
                stalled.stream().map(each -> each.observation().row()).toList()));
    }

    /** Of each process, how much longer it took than the others: the median over the sizes, on which outliers have no part. */
    private Optional<Finding> modes(Curve curve) {
        var byProcess = new LinkedHashMap<Processes.Id, List<Double>>();
        for (var cell : curve.cells()) {
            var logs = Processes.logsById(cell);
            if (logs.size() >= FEWEST_PROCESSES) {
                double median = median(logs.values().stream().mapToDouble(Double::doubleValue).toArray());
                logs.forEach((id, log) -> byProcess.computeIfAbsent(id, added -> new ArrayList<>()).add(log - median));
            }
        }
        var typical = byProcess.values().stream().filter(logs -> logs.size() >= FEWEST_SIZES)
                .mapToDouble(logs -> median(logs.stream().mapToDouble(Double::doubleValue).toArray())).sorted()
                .toArray();
        int least = Math.max(2, typical.length / 4);
        if (typical.length < FEWEST_PROCESSES) {
            return Optional.empty();
        }
        int at = least;
        for (int i = least; i <= typical.length - least; i++) {
            at = typical[i] - typical[i - 1] > typical[at] - typical[at - 1] ? i : at;
        }
        double gap = typical[at] - typical[at - 1];
        double within = Math
                .sqrt((squares(typical, 0, at) + squares(typical, at, typical.length)) / (typical.length - 2));
        double apart = mean(typical, at, typical.length) - mean(typical, 0, at);
        if (apart < LEAST || apart < CLEAR * within || gap < 2 * within) {
            return Optional.empty();
        }
        int slow = typical.length - at;
        var sentence = head(curve) + " has two modes: " + slow + " of " + typical.length + " processes take "
                + Say.percent(Math.expm1(apart)) + " longer than the others, at all sizes alike. Which one a process"
                + " gets it keeps: one process a setting compares modes, not settings.";
        return Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                List.of(new Quantity("apart", 100 * Math.expm1(apart), "%"), new Quantity("slow", slow, ""),
                        new Quantity("processes", typical.length, "")),
                curve.rows()));
    }

    private static String head(Curve curve) {
        return curve.subject().title() + " with " + curve.subject().stackTitle()
                + (curve.fixed() > 0 ? " on " + Say.ranks(curve.subject(), curve.fixed()) : "");
    }

    private static double squares(double[] values, int from, int to) {
        double mean = mean(values, from, to);
        return Arrays.stream(values, from, to).map(value -> (value - mean) * (value - mean)).sum();
    }

    private static double mean(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).average().orElseThrow();
    }

    private static double median(double[] values) {
        return Median.withDefaults().withCopy(true).evaluate(values);
    }
}
