package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.util.List;
import java.util.Objects;

import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;
import org.jspecify.annotations.Nullable;

/** Table of results on the terminal, in the style of the benchmark. */
final class TerminalTable implements ResultSink {

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

    @Override
    public void close() {
        out.flush();
    }
}
