package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.Observation;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;

/** Times that a mean hides: single operations that stall, and processes of two kinds. */
final class UnevenTimes implements Rule {

    private static final String ID = "spread";
    /** The longest operation over the median one. */
    private static final double STALLS = 3;
    private static final double OFTEN = 0.25;
    private static final int FEWEST_PLACES = 4;

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

    private static Optional<Finding> modes(Curve curve) {
        return ProcessModes.of(curve).map(modes -> {
            var percent = Math.expm1(modes.apart());
            var sentence = head(curve) + " has two modes: " + modes.slow() + " of " + modes.processes()
                    + " processes take " + Say.percent(percent) + " longer than the others, " + modes.said()
                    + ". Which one a process gets it keeps: one process a setting compares modes, not settings.";
            return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                    List.of(new Quantity("apart", 100 * percent, "%"), new Quantity("slow", modes.slow(), ""),
                            new Quantity("processes", modes.processes(), "")),
                    curve.rows());
        });
    }

    private static String head(Curve curve) {
        return curve.subject().title() + " with " + curve.subject().stackTitle()
                + (curve.fixed() > 0 ? " on " + Say.ranks(curve.subject(), curve.fixed()) : "");
    }
}
