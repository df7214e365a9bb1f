package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import org.gpucomm.runner.rig.Cases.Point;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;

/** Sink that shows progress in a line below the table, which is erased before other output. */
final class ProgressLine implements ResultSink {

    /** Moves to the first column and erases the line (ECMA-48 EL). */
    private static final String ERASE = "\r\u001b[K";

    private final ResultSink results;
    private final PrintStream terminal;
    private final InstantSource clock;
    private TimeLeft timeLeft = new TimeLeft(List.of());
    private String operation = "";
    private Instant last = Instant.EPOCH;

    ProgressLine(ResultSink results, PrintStream terminal, InstantSource clock) {
        this.results = results;
        this.terminal = terminal;
        this.clock = clock;
    }

    @Override
    public void begin(Heading heading) {
        erase();
        results.begin(heading);
        operation = heading.operation().id();
        timeLeft = new TimeLeft(heading.points());
        last = clock.instant();
        draw(operation + ": warming up");
    }

    @Override
    public void point(List<Sample> samples) {
        erase();
        results.point(samples);
        var now = clock.instant();
        timeLeft.measured(TimeLeft.bytes(samples.getFirst().of()), Duration.between(last, now));
        last = now;
        draw(operation + ": " + LivePoints.shown(samples.getFirst().of()) + " done" + timeLeft.text());
    }

    @Override
    public void end() {
        erase();
        results.end();
    }

    @Override
    public boolean has(Heading heading, Point point) {
        boolean there = results.has(heading, point);
        if (there) {
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
