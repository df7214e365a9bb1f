package org.gpucomm.analysis.headline;

import java.util.Comparator;
import java.util.List;

import org.gpucomm.analysis.rules.Finding;

/**
 * Findings by consequence, and how many of them are shown before somebody asks for more.
 *
 * @param all the gravest first, background last
 */
public record Ordered(List<Finding> all) {

    /** More are not read. */
    public static final int SHOWN = 5;

    /** Among remarks: what speaks of the measurements before what speaks of the hardware. */
    private static final List<String> REMARKS = List.of("straggler", "rails", "links", "one-channel", "selection", "spread",
            "shape", "alternatives", "outlier", "peers", "ceiling", "guideline", "unread", "network");

    public Ordered {
        all = List.copyOf(all);
    }

    public static Ordered of(List<Finding> findings) {
        return new Ordered(findings.stream().sorted(Comparator.comparing(Consequence::of)
                .thenComparing(Finding::severity).thenComparing(finding -> place(finding.rule()))
                .thenComparing(Finding::confidence)).toList());
    }

    private static int place(String rule) {
        int place = REMARKS.indexOf(rule);
        return place < 0 ? REMARKS.size() : place;
    }

    /** Returns those that are shown at once: at most {@link #SHOWN}, and no background. */
    public List<Finding> first() {
        return all.stream().filter(finding -> Consequence.of(finding) != Consequence.BACKGROUND).limit(SHOWN).toList();
    }

    /** Returns what is shown when asked for. */
    public List<Finding> more() {
        return all.subList(first().size(), all.size());
    }
}
