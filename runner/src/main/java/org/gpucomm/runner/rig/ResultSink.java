package org.gpucomm.runner.rig;

import java.util.List;

/** Receiver of results, in process 0 only. Each call flushes its data before it returns. */
public interface ResultSink extends AutoCloseable {

    void begin(Heading heading);

    /** Adds the results of one point: a sample for each of its cases. */
    void point(List<Sample> samples);

    /** Marks the current benchmark as complete. */
    void end();

    /** Returns whether an earlier, interrupted run already measured this point. */
    default boolean has(Heading heading, Cases.Point point) {
        return false;
    }

    @Override
    default void close() {
        // Nothing to close.
    }
}
