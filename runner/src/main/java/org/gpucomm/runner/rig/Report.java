package org.gpucomm.runner.rig;

import java.io.PrintStream;
import java.util.List;
import java.util.Objects;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Stack;
import org.gpucomm.runner.host.Fingerprint;
import org.jspecify.annotations.Nullable;

/** Report of rank 0: sends results to a sink and remembers whether any was wrong. Used by one thread at a time. */
public final class Report {

    private final Bench family;
    private final Operation operation;
    private final Setup setup;
    private final Protocol protocol;
    private final ResultSink sink;
    private final PrintStream messages;
    private @Nullable Heading heading;
    private volatile boolean wrong;

    public Report(Bench family, Operation operation, Setup setup, Protocol protocol, ResultSink sink,
            PrintStream messages) {
        this.family = family;
        this.operation = operation;
        this.setup = setup;
        this.protocol = protocol;
        this.sink = sink;
        this.messages = messages;
    }

    void begin(List<RankLine> members, Cases cases, Fingerprint fingerprint) {
        if (cases.remark() != null) {
            messages.println("gpucomm: " + cases.remark());
        }
        int nodes = (int) members.stream().map(RankLine::host).distinct().count();
        var begun = new Heading(operation, members, cases.parameters(),
                new Stack("gpucomm", version(), family.library(), setup.libraryVersion()),
                fingerprint.platform(nodes, members.size()), fingerprint, setup.settings(), cases.points(),
                setup.style(), protocol.checks() == 0 ? "--check 0" : setup.whyUnchecked());
        sink.begin(begun);
        heading = begun;
    }

    boolean has(Cases.Point point) {
        return sink.has(Objects.requireNonNull(heading, "begin comes first"), point);
    }

    void add(List<Sample> samples) {
        for (var sample : samples) {
            var count = sample.outcome().wrong();
            wrong |= count != null && count.doubleValue() > 0;
        }
        sink.point(samples);
    }

    void end() {
        sink.end();
    }

    /** Returns whether any element of any result was wrong. */
    public boolean wrong() {
        return wrong;
    }

    /** Returns the version of this build, for example {@code 0.9.0}. */
    public static String version() {
        return Objects.requireNonNullElse(Report.class.getPackage().getImplementationVersion(), "unreleased");
    }
}
