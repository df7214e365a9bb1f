package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Micros;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.RankLine;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;
import org.jspecify.annotations.Nullable;

/**
 * Table in the layout of nccl-tests 2.19.2: rows start with the size, other lines with a comment mark. Values that were not measured or not
 * checked are {@code N/A}, never 0.
 */
final class NcclTestsTable implements ResultSink {

    private static final String NONE = "N/A";
    private static final String SHARED_HEADER = "# %10s  %12s  %8s  %6s  %6s";

    private final PrintStream out;
    private final boolean perIteration;
    private TableTotals summary = new TableTotals();
    private @Nullable Heading heading;

    /** @param perIteration whether to print the four columns of single iterations, like {@code -I 1} of nccl-tests */
    NcclTestsTable(PrintStream out, boolean perIteration) {
        this.out = out;
        this.perIteration = perIteration;
    }

    @Override
    public void begin(Heading begun) {
        heading = begun;
        summary = new TableTotals();
        print("# %s version %s%s%n", begun.stack().tool(),
                Objects.requireNonNullElse(begun.stack().toolVersion(), "unknown"),
                libraryCode(begun.stack().libraryVersion()));
        print("# Collective test starting: %s%n", program(begun));
        print("# nThread {nThread} nGpus {nGpus} minBytes {minBytes} maxBytes {maxBytes} step: {step} "
                + "warmup iters: {warmup_iters} iters: {iters} agg iters: {agg_iters} validation: {validation} "
                + "graph: {graph} unalign: 0%n", begun.parameters());
        if (perIteration) {
            print("# Per-Iteration Report: CUDA event timing; i_* uses max over ranks%n");
        }
        if (!begun.settings().isEmpty()) {
            print("# Settings: %s%n", begun.settings());
        }
        if (begun.whyUnchecked() != null) {
            print("# Results are not checked: %s%n", begun.whyUnchecked());
        }
        print("#%n# Using devices%n");
        begun.members().forEach(this::rank);
        print("#%n");
        columns();
        out.flush();
    }

    @Override
    public void point(List<Sample> samples) {
        var first = samples.getFirst().of();
        var workload = first.workload();
        print("%12d  %12d  %8s  %6s  %6d", Objects.requireNonNull(workload.messageSize()).count(),
                first.elements().orElse(0), workload.datatype(), workload.redop(),
                workload.root() == null ? (Integer) (-1) : workload.root());
        for (var placement : Placement.values()) {
            samples.stream().filter(sample -> sample.of().workload().placement() == placement).findFirst()
                    .ifPresentOrElse(sample -> block(sample.outcome()), this::emptyBlock);
        }
        print("%n");
        out.flush();
    }

    @Override
    public void end() {
        var ended = heading;
        if (ended != null) {
            print("# %-20s : %s%n", "Out of bounds values", summary.outOfBounds());
            print("# %-20s : %s %n", "Avg bus bandwidth", PrintfNumber.general(summary.meanBusbw()));
            if (perIteration) {
                summary.slowestRank().ifPresent(text -> print("# %-20s : %s%n", "Slowest rank", text));
            }
            print("#%n# Collective test concluded: %s%n%n", program(ended));
        }
        out.flush();
        heading = null;
    }

    private void rank(RankLine rank) {
        int dot = rank.host().indexOf('.');
        print("#  Rank %2d Group %2d Pid %6d on %10s %s%n", rank.rank(), 0, rank.pid(),
                dot > 0 ? rank.host().substring(0, dot) : rank.host(), rank.place());
    }

    private void columns() {
        var placements = perIteration
                ? "              out-of-place (+ per-iteration)                                in-place (+ per-iteration)"
                : "           out-of-place                       in-place          ";
        print(SHARED_HEADER + "%s%n", "", "", "", "", "", placements);
        print(SHARED_HEADER + "%s%n", "size", "count", "type", "redop", "root",
                twice(metrics("time", "algbw", "busbw", "#wrong"), iterations("i_min", "i_max", "i_p99", "i_cv%")));
        print(SHARED_HEADER + "%s%n", "(B)", "(elements)", "", "", "",
                twice(metrics("(us)", "(GB/s)", "(GB/s)", ""), iterations("(us)", "(us)", "(us)", "(%)")));
    }

    private String twice(String metrics, String iterations) {
        return (perIteration ? metrics + iterations : metrics).repeat(2) + " ";
    }

    private static String metrics(String... names) {
        return String.format("  %7s  %6s  %6s  %6s", (Object[]) names);
    }

    private static String iterations(String... values) {
        return String.format("  %7s  %7s  %7s  %7s", (Object[]) values);
    }

    private void block(Outcome outcome) {
        summary.add(outcome);
        var wrong = outcome.wrong();
        print("  %s  %s  %s  %s", fitting(7, outcome.time()), fitting(6, outcome.algbw()), fitting(6, outcome.busbw()),
                wrong == null ? "  " + NONE : String.format("%6s", PrintfNumber.general(wrong.doubleValue())));
        if (perIteration) {
            // The coefficient of variation of single iterations is unknown.
            print("  %s  %s  %s  %7s", fitting(7, outcome.timeMin()), fitting(7, outcome.timeMax()),
                    fitting(7, outcome.timeP99()), NONE);
        }
    }

    private static String fitting(int width, @Nullable Micros time) {
        return fitting(width, time == null ? Double.NaN : time.doubleValue());
    }

    private static String fitting(int width, @Nullable Bandwidth bandwidth) {
        return fitting(width, bandwidth == null ? Double.NaN : bandwidth.doubleValue());
    }

    private static String fitting(int width, double value) {
        return String.format("%" + width + "s", Double.isNaN(value) ? NONE : PrintfNumber.fitting(width, value));
    }

    private void emptyBlock() {
        print("  %7s  %6s  %6s    %s", NONE, NONE, NONE, NONE);
        if (perIteration) {
            out.print(iterations(NONE, NONE, NONE, NONE));
        }
    }

    private static String program(Heading heading) {
        return heading.operation().id() + "_perf";
    }

    /** Returns {@code  nccl-library=22803} for 2.28.3, by the rule of NCCL_VERSION in nccl.h since 2.9; empty for other texts. */
    private static String libraryCode(@Nullable String version) {
        var parts = version == null ? new String[0] : version.split("\\.");
        if (parts.length != 3 || !version.matches("\\d{1,3}\\.\\d{1,2}\\.\\d{1,2}")) {
            return "";
        }
        return " nccl-library=" + (Integer.parseInt(parts[0]) * 10_000 + Integer.parseInt(parts[1]) * 100
                + Integer.parseInt(parts[2]));
    }

    /** Prints a template with the values of facts in place of their names. */
    private void print(String template, List<Fact> facts) {
        var text = template.replace("%n", "\n");
        for (var fact : facts) {
            text = text.replace("{" + fact.name() + "}", fact.value());
        }
        out.print(text);
    }

    private void print(String format, @Nullable Object... arguments) {
        out.printf(Locale.ROOT, format.replace("%n", "\n"), arguments);
    }
}
