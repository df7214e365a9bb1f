package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import org.gpucomm.results.Bytes;
import org.jspecify.annotations.Nullable;

/** A line under the table that says how far the benchmark is; it goes before anything else is printed. */
final class Progress implements ResultSink {

    /** Back to the first column, erase to the end (ECMA-48 EL). */
    private static final String ERASE = "\r\u001b[K";

    private final ResultSink results;
    private final PrintStream terminal;
    private final InstantSource clock;
    private @Nullable TimeLeft timeLeft;
    private String operation = "";
    private Instant last = Instant.EPOCH;

    Progress(ResultSink results, PrintStream terminal, InstantSource clock) {
        this.results = results;
        this.terminal = terminal;
        this.clock = clock;
    }

    @Override
    public void begin(Heading heading) {
        erase();
        results.begin(heading);
        operation = heading.operation().id();
        timeLeft = new TimeLeft(heading.parameters());
        last = clock.instant();
        draw(operation + ": warming up");
    }

    @Override
    public void size(SizeResult result) {
        erase();
        results.size(result);
        var estimate = timeLeft;
        if (estimate != null) {
            var now = clock.instant();
            estimate.measured(result.bytes(), Duration.between(last, now));
            last = now;
            draw(operation + ": " + new Bytes(result.bytes()) + " done" + estimate.text());
        }
    }

    @Override
    public void end() {
        erase();
        results.end();
    }

    @Override
    public boolean has(Heading heading, long bytes, String datatype, String redop, int root) {
        boolean there = results.has(heading, bytes, datatype, redop, root);
        if (there && timeLeft != null) {
            timeLeft.skipped();
        }
        return there;
    }

    @Override
    public void close() {
        erase();
        results.close();
    }

    private void draw(String text) {
        terminal.print(text);
        terminal.flush();
    }

    private void erase() {
        terminal.print(ERASE);
        terminal.flush();
    }
}
