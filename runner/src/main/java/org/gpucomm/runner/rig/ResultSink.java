package org.gpucomm.runner.rig;

import java.util.List;

/** A sink takes results; only process 0 has one. What was given is flushed before the call returns. */
public interface ResultSink extends AutoCloseable {

    void begin(Heading heading);

    /** Takes the results of one point: a sample for each of its cases. */
    void point(List<Sample> samples);

    /** Ends the benchmark that was begun: it is complete. */
    void end();

    /** Whether an earlier, interrupted run has this point already, so that it need not be measured again. */
    default boolean has(Heading heading, Cases.Point point) {
        return false;
    }

    @Override
    void close();
}
