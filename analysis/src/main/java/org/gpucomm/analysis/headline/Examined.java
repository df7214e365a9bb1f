package org.gpucomm.analysis.headline;

import org.gpucomm.analysis.nextrun.Questions;

/**
 * Findings of some runs.
 *
 * @param headline  what matters first
 * @param findings  the gravest first
 * @param questions that they leave open
 */
public record Examined(int runs, long measurements, MainPoint headline, Ordered findings, Questions questions) {

    /** Returns how many rows it holds on to. */
    public int weight() {
        return 1 + findings.all().stream().mapToInt(finding -> finding.rows().size()).sum();
    }
}
