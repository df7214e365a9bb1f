package org.gpucomm.runner.benchmark;

import java.io.PrintStream;
import java.util.List;
import java.util.Objects;

import org.gpucomm.results.Stack;
import org.gpucomm.runner.fingerprint.Fingerprint;
import org.gpucomm.runner.output.Heading;
import org.gpucomm.runner.output.Heading.Parameters;
import org.gpucomm.runner.output.ResultSink;
import org.gpucomm.runner.output.SizeResult;
import org.jspecify.annotations.Nullable;

/** Gives results of rank 0 to a sink, and remembers whether any was wrong. Used by one thread at a time. */
final class Report {

    private final Spec spec;
    private final Libraries libraries;
    private final ResultSink sink;
    private final PrintStream messages;
    private volatile boolean wrong;

    Report(Spec spec, Libraries libraries, ResultSink sink, PrintStream messages) {
        this.spec = spec;
        this.libraries = libraries;
        this.sink = sink;
        this.messages = messages;
    }

    Heading begin(List<Introduction> ranks, Sizes sizes, Fingerprint fingerprint) {
        var lines = ranks.stream().map(Introduction::line).toList();
        int nodes = (int) lines.stream().map(Heading.RankLine::host).distinct().count();
        var heading = new Heading(spec.collective().operation(), lines,
                new Parameters(spec.gpus(), 1, sizes.min(), sizes.max(), sizes.text(), spec.warmups(),
                        spec.iterations(), spec.aggregated(), whyUnchecked() == null, spec.graphs()),
                new Stack("gpucomm", version(), "nccl", libraries.nccl().version()),
                fingerprint.platform(nodes, lines.size()), fingerprint, settings(), whyUnchecked());
        sink.begin(heading);
        return heading;
    }

    boolean has(Heading heading, Work work, Combination combination) {
        return sink.has(heading, work.messageBytes(), combination.type().text(), combination.redop(),
                combination.root());
    }

    void add(SizeResult result) {
        wrong |= result.blocks().stream().anyMatch(block -> block.wrong() != null && block.wrong() > 0);
        sink.size(result);
    }

    void end() {
        sink.end();
    }

    void say(String message) {
        messages.println("gpucomm: " + message);
    }

    /** Whether any element of any result was wrong. */
    boolean wrong() {
        return wrong;
    }

    private @Nullable String whyUnchecked() {
        if (spec.checks() == 0) {
            return "--check 0";
        }
        return libraries.kernels() instanceof KernelImage.Absent absent ? absent.why() : null;
    }

    private @Nullable String settings() {
        var settings = spec.collective().settings();
        if (spec.blocking() != Spec.Blocking.NONE) {
            settings += (settings.isEmpty() ? "" : ";") + "blocking=" + spec.blocking().ordinal();
        }
        return settings.isEmpty() ? null : settings;
    }

    private static String version() {
        return Objects.requireNonNullElse(Report.class.getPackage().getImplementationVersion(), "unreleased");
    }
}
