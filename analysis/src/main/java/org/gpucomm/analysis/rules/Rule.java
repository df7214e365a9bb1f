package org.gpucomm.analysis.rules;

import java.util.List;

import org.gpucomm.analysis.evidence.Evidence;

/** One question that is asked of all evidence. */
interface Rule {

    /** What the evidence answers; empty when the rule has nothing to say. Never throws for any evidence. */
    List<Finding> examine(Evidence evidence);
}
