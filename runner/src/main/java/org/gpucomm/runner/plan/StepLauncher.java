package org.gpucomm.runner.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Where steps run: in processes of this host, or as a job of a cluster. */
public interface StepLauncher {

    /** Exit code of a step that took longer than it may, as timeout(1) has it. */
    int TIMED_OUT = 124;

    /**
     * Runs a step to its end. Its environment is set before its processes start, because libraries read it when they are
     * loaded.
     *
     * @param output file of results that the step goes on with
     * @param limit  the step is ended when it takes longer
     * @return exit code of bench: 0; 1 wrong data or a failure; 2 usage; 3 something is missing here; 124 too long
     */
    int run(Step step, Path output, Duration limit) throws IOException, InterruptedException;
}
