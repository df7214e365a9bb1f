package org.gpucomm.analysis.headline;

import java.util.Comparator;
import java.util.List;

import org.gpucomm.analysis.rules.Consequence;
import org.gpucomm.analysis.rules.Finding;

/**
 * Findings by consequence, and how many of them are shown before somebody asks for more.
 *
 * @param all the gravest first, background last
 */
public record Ordered(List<Finding> all) {

    /** More are not read. */
    public static final int SHOWN = 5;

    public Ordered {
        all = List.copyOf(all);
    }

    /** Returns the findings in this order; those of one consequence and severity as they come. */
    public static Ordered of(List<Finding> findings) {
        return new Ordered(findings.stream()
                .sorted(Comparator.comparing(Finding::consequence).thenComparing(Finding::severity)).toList());
    }

    /** Returns those that are shown at once: at most {@link #SHOWN}, and no background. */
    public List<Finding> first() {
        return all.stream().filter(finding -> finding.consequence() != Consequence.BACKGROUND).limit(SHOWN).toList();
    }

    /** Returns what is shown when asked for. */
    public List<Finding> more() {
        return all.subList(first().size(), all.size());
    }
}
