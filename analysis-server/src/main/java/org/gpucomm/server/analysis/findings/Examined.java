package org.gpucomm.server.analysis.findings;

import org.gpucomm.server.analysis.headline.MainPoint;
import org.gpucomm.server.analysis.headline.Ordered;
import org.gpucomm.server.analysis.next.Questions;

/**
 * Findings of some runs.
 *
 * @param headline  what matters first
 * @param findings  the gravest first
 * @param questions that they leave open
 */
record Examined(int runs, long measurements, MainPoint headline, Ordered findings, Questions questions) {

    /** Returns how many rows it holds on to. */
    int weight() {
        return 1 + findings.all().stream().mapToInt(finding -> finding.rows().size()).sum();
    }
}
