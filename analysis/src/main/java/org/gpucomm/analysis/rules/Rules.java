package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.statistics.PlaceHistory;
import org.gpucomm.analysis.statistics.UnlikeRuns;

/** All rules, in the order of their findings within one consequence. */
public final class Rules {

    /** Rules about every row. */
    private final List<Rule> ofRows = List.of(new Validity(), new KnownFaults());
    /** Rules about curves, without in-place curves that have an out-of-place twin. */
    private final List<Rule> ofCurves;

    public Rules(Profiles profiles) {
        this.ofCurves = List.of(new Stragglers(), new Rails(), new Links(), new OneChannel(), new Selection(),
                new UnevenTimes(), new Shapes(), new Alternatives(), new Outliers(), new PublishedPeers(profiles),
                new Ceilings(profiles), new Guidelines(), new UnreadSettings(), new UnnamedNetwork(),
                new Directions(), new ConstantTimes(), new SlowNetwork(profiles), new LineRates(profiles),
                new Scaling(),
                new SingleRuns(), new Fits(), new UnknownHardware(profiles));
    }

    /** Returns the findings, the most severe first, and in the order of the rules within a severity. */
    public List<Finding> examine(Evidence evidence) {
        return examine(evidence, PlaceHistory.NONE);
    }

    /** Returns the findings in the same order. The noise of earlier runs at the same places is known. */
    public List<Finding> examine(Evidence evidence, PlaceHistory history) {
        var findings = new ArrayList<Finding>();
        ofRows.forEach(rule -> findings.addAll(rule.examine(evidence)));
        var curves = UnlikeRuns.apart(evidence).withoutTwins();
        var noise = NoiseModel.of(curves, history);
        var answers = ofCurves.stream().map(rule -> rule.answers(curves, noise)).toList();
        var reported = Tested.reported(answers.stream().flatMap(each -> each.tested().stream()).toList()).iterator();
        for (var each : answers) {
            var ofRule = new ArrayList<>(each.untested());
            each.tested().forEach(question -> reported.next().ifPresent(ofRule::add));
            ofRule.sort(Comparator.comparing(Finding::confidence));
            findings.addAll(ofRule);
        }
        findings.sort(Comparator.comparing(Finding::severity));
        return DistinctSentences.of(findings, evidence);
    }
}
