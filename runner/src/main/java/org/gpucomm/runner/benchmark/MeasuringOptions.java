package org.gpucomm.runner.benchmark;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.gpucomm.runner.benchmark.Spec.Average;
import org.gpucomm.runner.benchmark.Spec.Blocking;
import org.gpucomm.runner.ffi.CudaDriver;
import org.gpucomm.runner.ffi.NcclLibrary;
import org.gpucomm.runner.ffi.NcclReduction;
import org.gpucomm.runner.ffi.NcclType;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options that say what to measure and how, named as in nccl-tests. A picocli mixin. */
final class MeasuringOptions {

    private static final int ARCHITECTURE_OF_FLOAT8 = 9;

    @Option(names = {"-b", "--minbytes"}, paramLabel = "SIZE", defaultValue = "8",
            description = "Smallest size; K, M and G are powers of 1024. Default: ${DEFAULT-VALUE}")
    private String min = "8";

    @Option(names = {"-e", "--maxbytes"}, paramLabel = "SIZE", defaultValue = "128M",
            description = "Largest size. Default: ${DEFAULT-VALUE}, or --minbytes if that is larger")
    private String max = "128M";

    @Option(names = {"-i", "--stepbytes"}, paramLabel = "SIZE",
            description = "Steps from size to size by addition. Default: by --stepfactor")
    private @Nullable String step;

    @Option(names = {"-f", "--stepfactor"}, paramLabel = "N", description = "Steps by multiplication. Default: 2")
    private @Nullable Integer factor;

    @Option(names = {"-n", "--iters"}, paramLabel = "N", defaultValue = "20",
            description = "Operations that are timed together. Default: ${DEFAULT-VALUE}")
    private int iterations;

    @Option(names = {"-m", "--agg_iters", "--aggregated"}, paramLabel = "N", defaultValue = "1",
            description = "Operations in one group. Default: ${DEFAULT-VALUE}")
    private int aggregated;

    @Option(names = {"-w", "--warmup_iters", "--warmups"}, paramLabel = "N", defaultValue = "5",
            description = "Operations before measuring, of the largest and of the smallest size. Default: ${DEFAULT-VALUE}")
    private int warmups;

    @Option(names = {"-g", "--ngpus", "--gpus"}, paramLabel = "N",
            description = "GPUs of this process, times --threads. Default: all, shared with the processes beside it")
    private @Nullable Integer gpus;

    @Option(names = {"-t", "--nthreads", "--threads"}, paramLabel = "N",
            description = "Multiplies --gpus; each GPU has a thread of its own anyway.")
    private @Nullable Integer threads;

    @Option(names = {"-a", "--average"}, paramLabel = "0..3", defaultValue = "1",
            description = "Time of the ranks: 0 rank 0's, 1 mean, 2 min, 3 max. Default: ${DEFAULT-VALUE}")
    private int average;

    @Option(names = {"-c", "--check"}, paramLabel = "N", defaultValue = "1",
            description = "How often a result is checked on the GPU; 0 = not. Default: ${DEFAULT-VALUE}")
    private int checks;

    @Option(names = {"-o", "--op"}, paramLabel = "OP", defaultValue = "sum",
            description = "sum, prod, max, min, avg, mulsum, several by commas, or all. Default: ${DEFAULT-VALUE}")
    private String reduction = "sum";

    @Option(names = {"-d", "--datatype"}, paramLabel = "TYPE", defaultValue = "float",
            description = "int8, uint8, int32, uint32, int64, uint64, half, float, double, bfloat16, f8e4m3, f8e5m2, "
                    + "several by commas, or all. "
                    + "Default: ${DEFAULT-VALUE}")
    private String type = "float";

    @Option(names = {"-r", "--root"}, paramLabel = "RANK", defaultValue = "0",
            description = "Root of broadcast, reduce, gather and scatter; -1 or all = each in turn. Default: ${DEFAULT-VALUE}")
    private String root = "0";

    @Option(names = {"-z", "--blocking"}, paramLabel = "0..2", defaultValue = "0",
            description = "1 waits for each operation, with a barrier; 2 without a barrier.")
    private int blocking;

    @Option(names = {"-G", "--cudagraph"}, paramLabel = "N", defaultValue = "0",
            description = "Captures the batch as a CUDA graph and launches that N times.")
    private int graphs;

    @Option(names = {"-T", "--timeout"}, paramLabel = "SECONDS", defaultValue = "300",
            description = "Longest that a single step may take; 0 = for ever. Default: ${DEFAULT-VALUE}")
    private long timeout;

    @Option(names = "--until", paramLabel = "PERCENT",
            description = "Repeats batches until the mean time is known this well (95 %% confidence): 1%%.")
    private @Nullable String until;

    @Option(names = "--no-iteration-times", description = "Does not time single iterations, which takes as long again.")
    private boolean noSpread;

    @Option(names = {"-p", "--parallel_init"}, paramLabel = "0|1", hidden = true,
            description = "Accepted for nccl-tests' sake: GPUs are always initialised by their own threads.")
    private int parallelInit;

    @Option(names = "--code-warmups", paramLabel = "N", defaultValue = "5000", hidden = true,
            description = "Smallest operations at the start, by which the JVM compiles the loop.")
    private int codeWarmups;

    Duration timeout() {
        // A meeting has no endless wait; a day is one.
        return timeout == 0 ? Duration.ofDays(1) : Duration.ofSeconds(timeout);
    }

    /** GPUs that this process is to drive; null = not said. */
    @Nullable
    Integer gpusWanted() {
        return gpus == null && threads == null
                ? null
                : (Integer) ((gpus == null ? 1 : gpus) * (threads == null ? 1 : threads));
    }

    /** @throws IllegalArgumentException naming the option that cannot be used */
    Spec spec(Collective collective, List<CudaDriver.Gpu> found, NcclLibrary nccl, int ranks) {
        collective.refuses(ranks).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        atLeast("--iters", 1, iterations);
        atLeast("--agg_iters", 1, aggregated);
        atLeast("--warmup_iters", 0, warmups);
        atLeast("--check", 0, checks);
        atLeast("--cudagraph", 0, graphs);
        return new Spec(collective, found.size(), sizes(), types(collective, found, nccl),
                reductions(collective, nccl), rootOf(ranks), warmups, iterations, aggregated,
                Average.values()[within("--average", average, Average.values().length)], checks, graphs,
                Blocking.values()[within("--blocking", blocking, Blocking.values().length)], !noSpread, share(),
                codeWarmups);
    }

    private Sizes sizes() {
        long smallest = Sizes.parse(min);
        if (step != null && factor != null && factor > 1) {
            throw new IllegalArgumentException("--stepbytes and --stepfactor exclude each other");
        }
        return new Sizes(smallest, max.equals("128M") ? Math.max(smallest, Sizes.parse(max)) : Sizes.parse(max),
                step == null ? 1 << 20 : Sizes.parse(step), step != null ? 1 : factor == null ? 2 : factor);
    }

    private List<NcclType> types(Collective collective, List<CudaDriver.Gpu> found, NcclLibrary nccl) {
        if (type.equalsIgnoreCase("all")) {
            return Stream.of(NcclType.values()).filter(each -> each.isIn(nccl.versionCode()))
                    .filter(each -> !collective.reduces() || !each.isFloat8() || reducesFloat8(found)).toList();
        }
        return names(type).map(name -> {
            var named = NcclType.ofText(name).orElseThrow(() -> new IllegalArgumentException("there is no data type '"
                    + name + "'; there are " + String.join(", ", NcclType.texts()) + ", all"));
            return required(named, named.isIn(nccl.versionCode()), "data type " + name, nccl);
        }).toList();
    }

    private static boolean reducesFloat8(List<CudaDriver.Gpu> found) {
        return found.stream()
                .allMatch(gpu -> Integer.parseInt(gpu.computeCapability().split("\\.")[0]) >= ARCHITECTURE_OF_FLOAT8);
    }

    private List<NcclReduction> reductions(Collective collective, NcclLibrary nccl) {
        if (reduction.equalsIgnoreCase("all")) {
            return Stream.of(NcclReduction.values()).filter(each -> each.isIn(nccl.versionCode()))
                    .filter(each -> collective.reduces() || each != NcclReduction.MULSUM).toList();
        }
        return names(reduction).map(name -> {
            var named = NcclReduction.ofText(name)
                    .orElseThrow(() -> new IllegalArgumentException("there is no reduction '" + name + "'; there are "
                            + String.join(", ", NcclReduction.texts()) + ", all"));
            return required(named, named.isIn(nccl.versionCode()), "reduction " + name, nccl);
        }).toList();
    }

    private static Stream<String> names(String list) {
        return Stream.of(list.toLowerCase(Locale.ROOT).split(","));
    }

    private static <T> T required(T named, boolean there, String what, NcclLibrary nccl) {
        if (!there) {
            throw new IllegalArgumentException("NCCL " + nccl.version() + " has no " + what);
        }
        return named;
    }

    private int rootOf(int ranks) {
        if (root.equals("all") || root.equals("-1")) {
            return -1;
        }
        try {
            return within("--root", Integer.parseInt(root), ranks);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--root must be a rank, -1 or all, was '" + root + "'", e);
        }
    }

    private double share() {
        if (until == null) {
            return 0;
        }
        try {
            double percent = Double.parseDouble(until.replaceFirst("\\s*%$", ""));
            if (percent > 0 && percent < 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // Said below, with the other values that cannot be.
        }
        throw new IllegalArgumentException("--until must be a percentage such as 1%, was '" + until + "'");
    }

    private static void atLeast(String option, int least, int value) {
        if (value < least) {
            throw new IllegalArgumentException(option + " must be at least " + least + ", was " + value);
        }
    }

    private static int within(String option, int value, int count) {
        if (value < 0 || value >= count) {
            throw new IllegalArgumentException(
                    option + " must be within 0 and " + (count - 1) + ", was " + value);
        }
        return value;
    }
}
