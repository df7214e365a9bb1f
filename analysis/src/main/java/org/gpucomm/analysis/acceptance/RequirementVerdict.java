package org.gpucomm.analysis.acceptance;

import java.util.List;

import org.gpucomm.analysis.evidence.RowRef;

/**
 * Verdict of runs on one requirement.
 *
 * @param why  reason in one sentence
 * @param rows rows behind the verdict
 */
public record RequirementVerdict(Requirement requirement, Outcome outcome, String why, List<RowRef> rows) {

    public RequirementVerdict {
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
