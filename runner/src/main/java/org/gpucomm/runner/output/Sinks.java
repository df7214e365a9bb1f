package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.time.InstantSource;
import java.util.ArrayList;

import org.gpucomm.runner.rig.ResultSink;

/** Factory of the sink for the output options. */
public final class Sinks {

    private Sinks() {}

    /**
     * Returns a sink that prints a table and a sentence below it, and as requested writes a file, uploads and shows progress.
     *
     * @param terminal output of the table, normally standard output
     * @throws OutputException if the options contradict each other, or the file cannot be written or resumed
     */
    public static ResultSink of(OutputOptions options, PrintStream terminal) {
        var console = System.console();
        return of(options, terminal, System.err, console != null && console.isTerminal(), InstantSource.system());
    }

    /** @param interactive whether {@code messages} is an interactive terminal */
    static ResultSink of(OutputOptions options, PrintStream terminal, PrintStream messages, boolean interactive,
            InstantSource clock) {
        var existing = options.existing();
        var uploads = options.upload().uploads(messages);
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
}
