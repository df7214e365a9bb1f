package org.gpucomm.analysis.acceptance;

import java.util.List;

import org.gpucomm.analysis.evidence.RowRef;

/**
 * Verdict of runs on one requirement.
 *
 * @param reached bus bandwidth in GB/s, the median over processes; NaN where nothing was measured
 * @param why     one sentence
 * @param rows    that it stands on
 */
public record Ruling(Requirement requirement, Outcome outcome, double reached, String why, List<RowRef> rows) {

    public Ruling {
        rows = List.copyOf(rows);
    }

    public enum Outcome {
        PASS("pass"),
        FAIL("fail"),
        NOT_SHOWN("not shown");

        private final String title;

        Outcome(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }
}
