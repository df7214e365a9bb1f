package org.gpucomm.runner.submit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import org.gpucomm.runner.plan.PlanStep;

/** Launcher of the steps of a plan, one at a time. */
interface StepLauncher {

    /**
     * Runs a step to its end. Its environment is set before its processes start, because libraries read it when they are
     * loaded.
     *
     * @param output file of results that the step goes on with
     * @param limit  the step is ended when it takes longer
     */
    Ended run(PlanStep step, Path output, Duration limit) throws IOException, InterruptedException;

    /**
     * The end of a step.
     *
     * @param code     0; 1 wrong data or a failure; 2 usage; 3 something is missing here
     * @param endsPlan whether every other step would end so
     * @param words    what went wrong, as a clause with the step as its subject; empty if nothing did
     */
    record Ended(int code, boolean endsPlan, String words) {

        static final Ended WELL = new Ended(0, false, "");

        static Ended failed(String words) {
            return new Ended(1, false, words);
        }

        /** Returns the end of a process of {@code gpucomm bench}: its codes 2 and 3 say that no step can run. */
        static Ended ofBench(int code) {
            return code == 0 ? WELL : new Ended(code, code == 2 || code == 3, "failed with code " + code);
        }
    }
}
