package org.gpucomm.runner.submit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import org.gpucomm.runner.plan.PlanStep;

/** Launcher of the steps of a plan, one at a time. */
interface StepLauncher {

    /**
     * Runs a step to its end, with its environment set before its processes start, because libraries read it when they are loaded.
     *
     * @param output result file to which the step adds
     * @param limit  time limit of the step
     */
    Ended run(PlanStep step, Path output, Duration limit) throws IOException, InterruptedException;

    /**
     * Result of running a step.
     *
     * @param code     exit code: 0 for success, 1 for wrong data or a failure, 2 for usage, 3 for something missing
     * @param endsPlan whether every other step would end in the same way
     * @param words    reason of a failure, as a clause with the step as its subject; empty after success
     */
    record Ended(int code, boolean endsPlan, String words) {

        static final Ended WELL = new Ended(0, false, "");

        static Ended failed(String words) {
            return new Ended(1, false, words);
        }

        /** Returns the result for an exit code of {@code gpucomm bench}: with codes 2 and 3, no step can run. */
        static Ended ofBench(int code) {
            return code == 0 ? WELL : new Ended(code, code == 2 || code == 3, "failed with code " + code);
        }
    }
}
