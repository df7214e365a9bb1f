package org.gpucomm.server.analysis.findings;

import java.util.List;

import org.gpucomm.server.analysis.next.Questions;
import org.gpucomm.server.analysis.rules.Finding;

/**
 * What some runs were found to say.
 *
 * @param findings  the most severe first
 * @param questions that they leave open
 */
record Examined(int runs, long measurements, List<Finding> findings, Questions questions) {

    /** Returns how many rows it holds on to. */
    long weight() {
        return 1 + findings.stream().mapToLong(finding -> finding.rows().size()).sum();
    }
}
