package org.gpucomm.cli.tune;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import org.gpucomm.analysis.tuning.Choice;
import org.gpucomm.analysis.tuning.Trials;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose truth is known: what each choice takes at each size, and what NCCL chooses by itself. Its measurements are
 * noisy as machines are: an offset and one of two modes of each process, outliers, and what is left.
 */
final class Cluster {

    static final long FROM = 1 << 14;
    static final long TO = 1 << 28;
    static final List<Choice> CHOICES = List.of(new Choice("ring", "ll", 8), new Choice("ring", "ll128", 16),
            new Choice("ring", "simple", 24), new Choice("tree", "ll128", 16));
    private static final String HEADER = "source,section,tool,tool_version,library,library_version,operation,variant,"
            + "instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,"
            + "time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,"
            + "speedup,efficiency_pct,settings,metrics\n";

    private final double lost;
    private final Random random;
    private final double modes;
    private int section;

    /**
     * @param lost  by what share NCCL's own choice is slower than the best from 256 KiB to 4 MiB, in all_reduce; 0 = nowhere
     * @param modes by what share the slower mode of a process is slower
     */
    Cluster(double lost, double modes, long seed) {
        this.lost = lost;
        this.modes = modes;
        this.random = new Random(seed);
    }

    /** µs, without noise. */
    double time(Operation operation, long bytes, Choice choice) {
        double scale = operation == Operation.ALL_REDUCE ? 2 : 1;
        double perProtocol = switch (choice.protocol()) {
            case "ll" -> 8 + scale * bytes / 60e3;
            case "ll128" -> 12 + scale * bytes / 250e3;
            default -> 25 + scale * bytes / 300e3;
        };
        double tree = choice.algorithm().equals("tree") ? 1.1 : 1;
        // On one channel of many.
        return perProtocol * tree * (choice.channels() == 1 ? 12 : 1);
    }

    Choice own(Operation operation, long bytes) {
        var best = best(operation, bytes);
        boolean slow = lost > 0 && operation == Operation.ALL_REDUCE && bytes >= 256 << 10 && bytes <= 4 << 20;
        return slow ? new Choice("tree", best.protocol(), best.channels()) : best;
    }

    double ownTime(Operation operation, long bytes) {
        boolean slow = !own(operation, bytes).equals(best(operation, bytes));
        return time(operation, bytes, best(operation, bytes)) * (slow ? 1 + lost : 1);
    }

    private Choice best(Operation operation, long bytes) {
        return CHOICES.stream().min((a, b) -> Double.compare(time(operation, bytes, a), time(operation, bytes, b)))
                .orElseThrow();
    }

    /** @param logged whether NCCL's log tells what it chose */
    Trials trials(int processes, boolean logged, List<Operation> operations) throws Exception {
        return trials(text(processes, logged, operations, ""));
    }

    static Trials trials(String rows) throws Exception {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(rows.getBytes(StandardCharsets.UTF_8)), "f.csv", "f.csv");
        return Trials.of(files.evidence());
    }

    /** @param ownSettings that the rows without a pinned choice have besides */
    String text(int processes, boolean logged, List<Operation> operations, String ownSettings) {
        var rows = new StringBuilder(HEADER);
        for (var operation : operations) {
            for (int process = 0; process < processes; process++) {
                process(rows, operation, null, logged, ownSettings);
                for (var choice : CHOICES) {
                    process(rows, operation, choice, logged, "");
                }
            }
        }
        return rows.toString();
    }

    private void process(StringBuilder rows, Operation operation, @Nullable Choice pinned,
            boolean logged, String more) {
        section++;
        double offset = Math.exp(0.01 * random.nextGaussian()) * (random.nextBoolean() ? 1 + modes : 1);
        for (long bytes = FROM; bytes <= TO; bytes *= 4) {
            double truth = pinned == null ? ownTime(operation, bytes) : time(operation, bytes, pinned);
            double time = truth * offset * Math.exp(0.01 * random.nextGaussian())
                    * (random.nextDouble() < 0.05 ? 1.5 : 1);
            var own = own(operation, bytes);
            var settings = pinned != null
                    ? "NCCL_ALGO=" + pinned.algorithm() + ";NCCL_PROTO=" + pinned.protocol().toUpperCase(Locale.ROOT)
                            + ";NCCL_MIN_NCHANNELS=" + pinned.channels() + ";NCCL_MAX_NCHANNELS=" + pinned.channels()
                    : more + (logged
                            ? "algo=" + own.algorithm().toUpperCase(Locale.ROOT) + ";proto="
                                    + own.protocol().toUpperCase(Locale.ROOT) + ";channels=" + own.channels()
                            : "");
            rows.append(String.format(Locale.ROOT,
                    "f.csv,%d,gpucomm,0.1.0,nccl,2.28.3,%s,,,NVIDIA H200,1,8,,%d,float,%s,,out_of_place,20,%.4f,,,,,,,0,,,,,%s,%n",
                    section, operation.id(), bytes, operation.reduces() ? "sum" : "", time, settings));
        }
    }
}
