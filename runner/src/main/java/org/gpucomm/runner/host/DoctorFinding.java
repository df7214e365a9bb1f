package org.gpucomm.runner.host;

import java.util.List;

/**
 * Finding about one subject of the survey.
 *
 * @param subject subject, for example {@code NCCL}
 * @param answer  summary of what was found, or that nothing was found
 * @param details further lines, for example the path or the reasons for a failure
 */
record DoctorFinding(Status status, String subject, String answer, List<String> details) {

    enum Status {
        /** Present. */
        OK("ok"),
        /** Absent, but benchmarks can run without it. */
        OPTIONAL("--"),
        /** Present, but not configured for the best performance. */
        ADVICE("=>"),
        /** Absent, and no GPU benchmark can run without it. */
        MISSING("!!");

        private final String mark;

        Status(String mark) {
            this.mark = mark;
        }

        String mark() {
            return mark;
        }
    }

    DoctorFinding {
        details = List.copyOf(details);
    }
}
