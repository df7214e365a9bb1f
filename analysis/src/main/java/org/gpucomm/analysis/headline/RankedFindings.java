package org.gpucomm.analysis.headline;

import java.util.Comparator;
import java.util.List;

import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.analysis.rules.Finding;

/**
 * Findings by consequence. Only the first are shown at once.
 *
 * @param all findings, the most severe first, background last
 */
public record RankedFindings(List<Finding> all) {

    /** Number of findings that are shown at once. Further ones are hardly read. */
    public static final int SHOWN = 5;

    public RankedFindings {
        all = List.copyOf(all);
    }

    /** Returns the findings by consequence, severity and confidence; equal ones keep their order. */
    public static RankedFindings of(List<Finding> findings) {
        return new RankedFindings(findings.stream()
                .sorted(Comparator.comparing(Finding::consequence).thenComparing(Finding::severity)
                        .thenComparing(Finding::confidence))
                .toList());
    }

    /** Returns the findings to show at once: at most {@link #SHOWN}, and no background. */
    public List<Finding> first() {
        return all.stream().filter(finding -> finding.consequence() != Consequence.BACKGROUND).limit(SHOWN).toList();
    }

    /** Returns the further findings. */
    public List<Finding> more() {
        return all.subList(first().size(), all.size());
    }
}
