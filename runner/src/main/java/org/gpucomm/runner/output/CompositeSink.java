package org.gpucomm.runner.output;

import java.util.List;

import org.gpucomm.runner.rig.Cases.Point;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;

/** Sink that passes results to several sinks in order. Closing closes all of them even if one fails. */
final class CompositeSink implements ResultSink {

    private final List<ResultSink> sinks;

    CompositeSink(List<ResultSink> sinks) {
        this.sinks = List.copyOf(sinks);
    }

    @Override
    public void begin(Heading heading) {
        sinks.forEach(sink -> sink.begin(heading));
    }

    @Override
    public void point(List<Sample> samples) {
        sinks.forEach(sink -> sink.point(samples));
    }

    @Override
    public void end() {
        sinks.forEach(ResultSink::end);
    }

    @Override
    public boolean has(Heading heading, Point point) {
        return sinks.stream().anyMatch(sink -> sink.has(heading, point));
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
