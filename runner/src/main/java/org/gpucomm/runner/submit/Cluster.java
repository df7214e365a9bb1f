package org.gpucomm.runner.submit;

import java.io.IOException;
import java.io.PrintWriter;

/** Cluster that runs a plan as one job, so that all steps are measured on the same hosts. */
interface Cluster {

    /** Returns the text of the job: a script or a manifest. */
    String sent();

    /**
     * Submits a job for the remaining steps, shows its output while it runs, and collects its results. If this process ends before the job,
     * the job is cancelled.
     *
     * @return exit code of the plan
     */
    int run(PrintWriter out) throws IOException, InterruptedException;

    static void say(PrintWriter out, String message) {
        out.println("gpucomm: " + message);
        out.flush();
    }
}
