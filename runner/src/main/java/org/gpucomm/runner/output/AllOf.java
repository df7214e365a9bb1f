package org.gpucomm.runner.output;

import java.util.List;

/** Several sinks, in order; closing goes through all of them even when one fails. */
final class AllOf implements ResultSink {

    private final List<ResultSink> sinks;

    AllOf(List<ResultSink> sinks) {
        this.sinks = List.copyOf(sinks);
    }

    @Override
    public void begin(Heading heading) {
        sinks.forEach(sink -> sink.begin(heading));
    }

    @Override
    public void size(SizeResult result) {
        sinks.forEach(sink -> sink.size(result));
    }

    @Override
    public void end() {
        sinks.forEach(ResultSink::end);
    }

    @Override
    public boolean has(Heading heading, long bytes, String datatype, String redop, int root) {
        return sinks.stream().anyMatch(sink -> sink.has(heading, bytes, datatype, redop, root));
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (var sink : sinks) {
            try {
                sink.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
