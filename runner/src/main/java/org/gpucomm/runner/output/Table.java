package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Objects;

import org.gpucomm.results.Placement;
import org.gpucomm.runner.output.Heading.RankLine;
import org.gpucomm.runner.output.SizeResult.Block;
import org.gpucomm.runner.output.SizeResult.Spread;
import org.jspecify.annotations.Nullable;

/**
 * The table that people know from nccl-tests, in the layout of its version 2.19.2: rows begin with the size, everything
 * else with a comment mark. What was not measured or not checked is {@code N/A}, never 0.
 */
final class Table implements ResultSink {

    private static final String NONE = "N/A";
    private static final String SHARED_HEADER = "# %10s  %12s  %8s  %6s  %6s";

    private final PrintStream out;
    private final boolean perIteration;
    private Summary summary = new Summary();
    private @Nullable Heading heading;

    /** @param perIteration whether the four columns of single iterations are printed, as by nccl-tests' {@code -I 1} */
    Table(PrintStream out, boolean perIteration) {
        this.out = out;
        this.perIteration = perIteration;
    }

    @Override
    public void begin(Heading begun) {
        heading = begun;
        summary = new Summary();
        print("# %s version %s%s%n", begun.stack().tool(),
                Objects.requireNonNullElse(begun.stack().toolVersion(), "unknown"),
                libraryCode(begun.stack().libraryVersion()));
        print("# Collective test starting: %s%n", program(begun));
        var p = begun.parameters();
        print("# nThread %d nGpus %d minBytes %d maxBytes %d step: %s warmup iters: %d iters: %d agg iters: %d "
                + "validation: %d graph: %d unalign: 0%n", p.threads(), p.gpusPerThread(), p.minBytes(), p.maxBytes(),
                p.step(), p.warmups(), p.iterations(), p.aggregated(), p.validation() ? 1 : 0, p.graph());
        if (perIteration) {
            print("# Per-Iteration Report: CUDA event timing; i_* uses max over ranks%n");
        }
        if (begun.settings() != null) {
            print("# Settings: %s%n", begun.settings());
        }
        if (begun.whyUnchecked() != null) {
            print("# Results are not checked: %s%n", begun.whyUnchecked());
        }
        print("#%n# Using devices%n");
        begun.ranks().forEach(this::rank);
        print("#%n");
        columns();
        out.flush();
    }

    @Override
    public void size(SizeResult result) {
        print("%12d  %12d  %8s  %6s  %6d", result.bytes(), result.count(), result.datatype(), result.redop(),
                result.root());
        for (var placement : Placement.values()) {
            result.blocks().stream().filter(block -> block.placement() == placement).findFirst()
                    .ifPresentOrElse(this::block, this::emptyBlock);
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

    @Override
    public boolean has(Heading asked, long bytes, String datatype, String redop, int root) {
        return false;
    }

    @Override
    public void close() {
        out.flush();
    }

    private void rank(RankLine rank) {
        int dot = rank.host().indexOf('.');
        print("#  Rank %2d Group %2d Pid %6d on %10s device %2d [%s] %s%n", rank.rank(), rank.group(), rank.pid(),
                dot > 0 ? rank.host().substring(0, dot) : rank.host(), rank.device(), rank.busId(), rank.gpu());
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

    private void block(Block block) {
        summary.add(block);
        var wrong = block.wrong();
        print("  %7s  %6s  %6s  %s", PrintfNumber.fitting(7, block.timeUs()), PrintfNumber.fitting(6, block.algbw()),
                Double.isNaN(block.busbw()) ? NONE : PrintfNumber.fitting(6, block.busbw()),
                wrong == null ? "  " + NONE : String.format("%6s", PrintfNumber.general(wrong)));
        if (perIteration) {
            spread(block.spread());
        }
    }

    // The coefficient of variation is not among what is known of single iterations.
    private void spread(@Nullable Spread spread) {
        out.print(spread == null
                ? iterations(NONE, NONE, NONE, NONE)
                : iterations(PrintfNumber.fitting(7, spread.minUs()), PrintfNumber.fitting(7, spread.maxUs()),
                        PrintfNumber.fitting(7, spread.p99Us()), NONE));
    }

    private void emptyBlock() {
        print("  %7s  %6s  %6s    %s", NONE, NONE, NONE, NONE);
        if (perIteration) {
            spread(null);
        }
    }

    private static String program(Heading heading) {
        return heading.operation().id() + "_perf";
    }

    /** {@code  nccl-library=22803} of 2.28.3, as NCCL_VERSION in nccl.h counts since 2.9; empty for anything else. */
    private static String libraryCode(@Nullable String version) {
        var parts = version == null ? new String[0] : version.split("\\.");
        if (parts.length != 3 || !version.matches("\\d{1,3}\\.\\d{1,2}\\.\\d{1,2}")) {
            return "";
        }
        return " nccl-library=" + (Integer.parseInt(parts[0]) * 10_000 + Integer.parseInt(parts[1]) * 100
                + Integer.parseInt(parts[2]));
    }

    private void print(String format, @Nullable Object... arguments) {
        out.printf(Locale.ROOT, format.replace("%n", "\n"), arguments);
    }
}
