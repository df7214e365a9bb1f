package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Times that a mean hides: single operations that stall, and processes in two modes. */
final class UnevenTimes implements Rule {

    private static final String ID = "spread";
    /** Tools whose longest time is that of a call. For other tools, it is that of a rank. */
    private static final Set<String> OVER_CALLS = Set.of("torch-loop");
    /** Ratio of the longest to the median operation from which the longest is a stall. */
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

    /** @param ofMean whether the factor is relative to the mean, because the tool prints no median */
    private record Stall(long bytes, double factor, boolean ofMean, Observation observation) {}

    private Optional<Finding> stalls(Curve curve) {
        var all = new ArrayList<Stall>();
        for (var cell : curve.cells()) {
            for (var each : cell.observations()) {
                var outcome = each.measurement().outcome();
                boolean ofMean = outcome.timeP50() == null
                        && OVER_CALLS.contains(each.measurement().stack().tool());
                var usual = ofMean ? outcome.time() : outcome.timeP50();
                var most = outcome.timeMax();
                if (usual != null && most != null && usual.doubleValue() > 0) {
                    all.add(new Stall(cell.bytes(), most.doubleValue() / usual.doubleValue(), ofMean, each));
                }
            }
        }
        var stalled = all.stream().filter(each -> each.factor() > STALLS).toList();
        if (all.size() < FEWEST_PLACES || stalled.size() < OFTEN * all.size()) {
            return Optional.empty();
        }
        var worst = stalled.stream().max(Comparator.comparingDouble(Stall::factor)).orElseThrow();
        var sentence = """
                %s: single operations take up to %s times as long as the %s%s. More than %s times as long they take in %s of %s \
                measurements: something else interferes, and the mean spreads it over all.""".formatted(
                Phrases.title(curve), Phrases.number(worst.factor()), worst.ofMean() ? "mean" : "median",
                worst.bytes() > 0 ? " (at " + Phrases.size(worst.bytes()) + ")" : "", Phrases.number(STALLS),
                stalled.size(), all.size());
        return Optional.of(Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, sentence,
                List.of(new Quantity("most", worst.factor(), "×"), new Quantity("stalled", stalled.size(), ""),
                        new Quantity("measurements", all.size(), "")),
                stalled.stream().map(each -> each.observation().row()).toList())
                .withConsequence(Consequence.REMARK));
    }

    private static Optional<Finding> modes(Curve curve) {
        return ProcessModes.of(curve).map(modes -> {
            var percent = Math.expm1(modes.apart());
            var sentence = """
                    %s has two modes: %s of %s processes take %s longer than the others, %s. Which one a process gets it keeps: \
                    one process a setting compares modes, not settings.""".formatted(Phrases.title(curve), modes.slow(),
                    modes.processes(), Phrases.percent(percent), modes.said());
            return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                    List.of(new Quantity("apart", 100 * percent, "%"), new Quantity("slow", modes.slow(), ""),
                            new Quantity("processes", modes.processes(), "")),
                    curve.rows()).withConsequence(Consequence.REMARK).withOpen(true);
        });
    }
}
