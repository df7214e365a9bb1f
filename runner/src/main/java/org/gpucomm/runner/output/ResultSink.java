package org.gpucomm.runner.output;

/** Where results go; only process 0 has one. What was given is flushed before the call returns. */
public interface ResultSink extends AutoCloseable {

    void begin(Heading heading);

    void size(SizeResult result);

    /** The benchmark that was begun is complete. */
    void end();

    /** Whether an earlier, interrupted run has this size already, so that it need not be measured again. */
    boolean has(Heading heading, long bytes, String datatype, String redop, int root);

    @Override
    void close();
}
