package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.statistics.PlaceHistory;
import org.gpucomm.analysis.statistics.UnlikeRuns;

/** All rules, asked one after the other. */
public final class Rules {

    /** About every row. */
    private final List<Rule> ofRows;
    /** About curves, where in-place ones add nothing to what the same out-of-place say. */
    private final List<Rule> ofCurves;

    public Rules(Profiles profiles) {
        this.ofRows = List.of(new Validity(), new KnownFaults());
        this.ofCurves = List.of(new Outliers(), new Stragglers(),
                new Rails(), new Links(), new Directions(), new Inert(), new OneChannel(), new Selection(),
                new UnevenTimes(),
                new Shapes(),
                new Guidelines(),
                new Ceilings(profiles), new PublishedPeers(profiles), new Alternatives(),
                new Scaling(),
                new Fits(), new SingleRuns(), new UnknownHardware(profiles), new SlowNetwork(profiles),
                new LineRates(profiles),
                new UnreadSettings(), new UnnamedNetwork());
    }

    /** What the evidence says, the most severe first; within a severity in the order of the rules. */
    public List<Finding> examine(Evidence evidence) {
        return examine(evidence, PlaceHistory.NONE);
    }

    /** The same, where earlier runs at the same places are known. */
    public List<Finding> examine(Evidence evidence, PlaceHistory history) {
        var findings = new ArrayList<Finding>();
        for (var rule : ofRows) {
            findings.addAll(rule.examine(evidence));
        }
        var curves = UnlikeRuns.apart(evidence).withoutTwins();
        var noise = NoiseModel.of(curves, history);
        var asked = new ArrayList<Tested>();
        for (var rule : ofCurves) {
            if (rule instanceof TestedRule tested) {
                var asks = tested.asks(curves, noise);
                findings.addAll(asks.untested());
                asked.addAll(asks.asked());
            } else {
                findings.addAll(rule.examine(curves));
            }
        }
        findings.addAll(Tested.told(asked));
        findings.sort(Comparator.comparing(Finding::severity));
        return Named.told(findings, evidence);
    }
}
