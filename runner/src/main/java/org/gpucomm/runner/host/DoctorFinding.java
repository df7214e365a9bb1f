package org.gpucomm.runner.host;

import java.util.List;

/**
 * One thing that was looked for.
 *
 * @param subject {@code NCCL}
 * @param answer  what was found, or that nothing was
 * @param details further lines: where it was found, why it was not
 */
record DoctorFinding(Status status, String subject, String answer, List<String> details) {

    enum Status {
        /** It is there. */
        OK("ok"),
        /** It is not there, and benchmarks run without it. */
        OPTIONAL("--"),
        /** It is there, and not as it should be for the best times. */
        ADVICE("=>"),
        /** It is not there, and no GPU benchmark runs without it. */
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
