package org.gpucomm.analysis.headline;

import org.gpucomm.analysis.nextrun.Questions;

/**
 * Findings about some runs.
 *
 * @param headline  most important point
 * @param findings  findings, the most severe first
 * @param questions questions that the findings leave open
 */
public record Examination(int runs, long measurements, MainPoint headline, RankedFindings findings,
        Questions questions) {

    /** Returns the number of rows that this object keeps in memory. */
    public int weight() {
        return 1 + findings.all().stream().mapToInt(finding -> finding.rows().size()).sum();
    }
}
