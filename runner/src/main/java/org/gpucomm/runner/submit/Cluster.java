package org.gpucomm.runner.submit;

import java.io.IOException;
import java.io.PrintWriter;

/** Cluster to which a plan can be sent as one job, so that all of its steps are measured on the same hosts. */
interface Cluster {

    /** Returns what is sent, as text. */
    String sent();

    /**
     * Sends the steps that are not done, shows what the job prints while it runs, and takes over its results. The job is
     * taken back when this process is ended before it.
     *
     * @return exit code of the run
     */
    int run(PrintWriter out) throws IOException, InterruptedException;

    static void say(PrintWriter out, String message) {
        out.println("gpucomm: " + message);
        out.flush();
    }
}
