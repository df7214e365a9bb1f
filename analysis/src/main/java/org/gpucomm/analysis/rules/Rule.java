package org.gpucomm.analysis.rules;

import java.util.List;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.statistics.NoiseModel;

/** One question that is asked of all evidence. */
interface Rule {

    /** Returns what the evidence answers; empty when the rule has nothing to say. Never throws for any evidence. */
    List<Finding> examine(Evidence evidence);

    /** @param untested findings that follow from the rows by arithmetic, or are said to be ambiguous */
    record Answers(List<Tested> tested, List<Finding> untested) {}

    /** Returns what could be chance apart from what could not. */
    default Answers answers(Evidence evidence, NoiseModel noise) {
        return new Answers(List.of(), examine(evidence));
    }
}
