package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.gpucomm.runner.rig.Cases.Point;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;
import org.jspecify.annotations.Nullable;

/** Factory of the sink for the output options. */
public final class Sinks {

    private Sinks() {}

    /**
     * Returns a sink that prints a table and a sentence below it, and as requested writes a file, uploads and shows progress.
     *
     * @param terminal output of the table, normally standard output
     * @throws IllegalArgumentException if the options contradict each other, or the file cannot be written or resumed
     */
    public static ResultSink of(OutputOptions options, PrintStream terminal) {
        var console = System.console();
        return of(options, terminal, System.err, console != null && console.isTerminal(), InstantSource.system());
    }

    /** @param interactive whether {@code messages} is an interactive terminal */
    static ResultSink of(OutputOptions options, PrintStream terminal, PrintStream messages, boolean interactive,
            InstantSource clock) {
        var existing = options.existing();
        var uploads = options.upload().uploads(null, messages);
        var sinks = new ArrayList<ResultSink>();
        sinks.add(new TerminalTable(terminal, options.perIteration()));
        if (!options.isQuiet()) {
            sinks.add(new HeadlineAtEnd(terminal, options.settings()));
        }
        var file = options.output().or(() -> uploads.map(waiting -> waiting.ownFile(clock.instant())));
        file.ifPresent(path -> {
            var results = ResultFile.open(path, existing, options.settings(), options.section(), clock);
            if (results.earlierRows() > 0) {
                messages.println("gpucomm: going on with " + path + ", which has " + results.earlierRows() + " rows");
            }
            sinks.add(results);
        });
        uploads.ifPresent(to -> file.ifPresent(path -> sinks.add(new UploadAtEnd(to, path, messages, clock))));
        var all = new CompositeSink(sinks);
        return interactive ? new ProgressLine(all, messages, clock) : all;
    }

    /** Table of results on the terminal, in the style of the benchmark. */
    private static final class TerminalTable implements ResultSink {

        private final PrintStream out;
        private final boolean perIteration;
        private @Nullable ResultSink table;

        /** @param perIteration whether to print the columns of single iterations, like {@code -I 1} of nccl-tests */
        TerminalTable(PrintStream out, boolean perIteration) {
            this.out = out;
            this.perIteration = perIteration;
        }

        @Override
        public void begin(Heading heading) {
            var shown = switch (heading.style()) {
                case NCCL_TESTS -> new NcclTestsTable(out, perIteration);
                case PLAIN -> new PlainTable(out, perIteration);
            };
            shown.begin(heading);
            table = shown;
        }

        @Override
        public void point(List<Sample> samples) {
            Objects.requireNonNull(table, "begin comes first").point(samples);
        }

        @Override
        public void end() {
            Objects.requireNonNull(table, "begin comes first").end();
        }
    }

    /** Sink that passes results to several sinks in order. Closing closes all of them even if one fails. */
    private static final class CompositeSink implements ResultSink {

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
}
