package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.statistics.NoiseModel;

/** A rule whose findings could be chance: what it asks is corrected together with what all such rules ask of the same evidence. */
interface TestedRule extends Rule {

    /** What it asks, with the chance of each; also what will not be reported. */
    List<Tested> ask(Evidence evidence, NoiseModel noise);

    /** What it says besides that follows from the rows by arithmetic, or is said to be ambiguous. */
    default List<Finding> untested(Evidence evidence, NoiseModel noise) {
        return List.of();
    }

    /** @param untested what is said besides */
    record Asks(List<Tested> asked, List<Finding> untested) {}

    /** Both at once, for rules that would work out the same twice. */
    default Asks asks(Evidence evidence, NoiseModel noise) {
        return new Asks(ask(evidence, noise), untested(evidence, noise));
    }

    @Override
    default List<Finding> examine(Evidence evidence) {
        var asks = asks(evidence, NoiseModel.of(evidence));
        var findings = new ArrayList<>(asks.untested());
        findings.addAll(Tested.told(asks.asked()));
        return findings;
    }
}
