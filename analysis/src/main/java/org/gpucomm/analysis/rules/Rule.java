package org.gpucomm.analysis.rules;

import java.util.List;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.statistics.NoiseModel;

/** Rule that answers one question about all evidence. */
interface Rule {

    /** Returns the findings; empty if there are none. Never throws, whatever the evidence. */
    List<Finding> examine(Evidence evidence);

    /** @param untested findings that follow from the rows by arithmetic or are reported as ambiguous */
    record Answers(List<Tested> tested, List<Finding> untested) {}

    /** Returns findings that may be chance separately from those that cannot. */
    default Answers answers(Evidence evidence, NoiseModel noise) {
        return new Answers(List.of(), examine(evidence));
    }
}
