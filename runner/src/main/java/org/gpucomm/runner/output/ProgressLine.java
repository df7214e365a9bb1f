package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

import org.gpucomm.runner.rig.Cases.Point;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;
import org.jspecify.annotations.Nullable;

/** Sink that shows progress in a line below the table, which is erased before other output. */
final class ProgressLine implements ResultSink {

    /** Moves to the first column and erases the line (ECMA-48 EL). */
    private static final String ERASE = "\r\u001b[K";

    private final ResultSink results;
    private final PrintStream terminal;
    private final InstantSource clock;
    private @Nullable TimeLeft timeLeft;

    ProgressLine(ResultSink results, PrintStream terminal, InstantSource clock) {
        this.results = results;
        this.terminal = terminal;
        this.clock = clock;
    }

    @Override
    public void begin(Heading heading) {
        erase();
        results.begin(heading);
        timeLeft = new TimeLeft(heading, clock);
        draw(timeLeft.toString());
    }

    @Override
    public void point(List<Sample> samples) {
        erase();
        results.point(samples);
        var progress = Objects.requireNonNull(timeLeft, "begin comes first");
        progress.measured(samples.getFirst().of());
        draw(progress.toString());
    }

    @Override
    public void end() {
        erase();
        results.end();
    }

    @Override
    public boolean has(Heading heading, Point point) {
        return results.has(heading, point);
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
