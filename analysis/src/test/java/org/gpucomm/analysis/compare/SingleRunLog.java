package org.gpucomm.analysis.compare;

import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.LongToDoubleFunction;

/**
 * One all-reduce run as nccl-tests prints it, with the noise of single runs: 8 % below 1 MiB and 0.8 % from there on.
 *
 * @param times    of the run's own law, by message size
 * @param wrong    sizes with wrong elements
 * @param lastRow  the table ends there, as where the program was killed
 */
record SingleRunLog(long from, long to, int factor, int ranks, String datatype, LongToDoubleFunction times,
        Set<Long> wrong, long lastRow) {

    private static final double STARTUP_US = 24;
    private static final double BUSBW_GBPS = 350;
    private static final double SMALL_NOISE = 0.08;
    private static final double LARGE_NOISE = 0.008;

    /** From 1 KiB to 8 GiB on 16 GPUs. */
    static SingleRunLog usual() {
        return new SingleRunLog(1 << 10, 8L << 30, 2, 16, "float", bytes -> 1, Set.of(), Long.MAX_VALUE);
    }

    SingleRunLog slowerBy(LongToDoubleFunction times) {
        return new SingleRunLog(from, to, factor, ranks, datatype, times, wrong, lastRow);
    }

    SingleRunLog sizes(long least, long most, int step) {
        return new SingleRunLog(least, most, step, ranks, datatype, times, wrong, lastRow);
    }

    SingleRunLog onRanks(int other) {
        return new SingleRunLog(from, to, factor, other, datatype, times, wrong, lastRow);
    }

    SingleRunLog of(String other) {
        return new SingleRunLog(from, to, factor, ranks, other, times, wrong, lastRow);
    }

    SingleRunLog wrongAt(Long... sizes) {
        return new SingleRunLog(from, to, factor, ranks, datatype, times, Set.of(sizes), lastRow);
    }

    SingleRunLog cutAfter(long size) {
        return new SingleRunLog(from, to, factor, ranks, datatype, times, wrong, size);
    }

    String text(long seed) {
        var random = new Random(seed);
        var log = new StringBuilder("# Collective test starting: all_reduce_perf\n")
                .append("# nThread 1 nGpus 1 minBytes ")
                .append(from).append(" maxBytes ").append(to).append(" step: ").append(factor)
                .append("(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n");
        for (int rank = 0; rank < ranks; rank++) {
            log.append(String.format(Locale.ROOT,
                    "#  Rank %2d Group  0 Pid %6d on  ip-10-0-%d device %2d [0x%02x] NVIDIA H100 80GB HBM3%n", rank,
                    4000 + rank, 11 + rank / 8, rank % 8, 16 + rank % 8));
        }
        log.append("""
                #
                #                                                              out-of-place                       in-place          \s
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)      \s
                """);
        for (long bytes = from; bytes <= Math.min(to, lastRow); bytes *= factor) {
            log.append(String.format(Locale.ROOT, "%12d %13d %9s     sum      -1 %s %s%n", bytes,
                    bytes / (datatype.equals("bfloat16") ? 2 : 4), datatype,
                    block(bytes, random), block(bytes, random)));
        }
        return lastRow < to ? log.toString() : log.append("# Out of bounds values : 0 OK\n").toString();
    }

    private String block(long bytes, Random random) {
        double share = 2.0 * (ranks - 1) / ranks;
        double noise = bytes < 1 << 20 ? SMALL_NOISE : LARGE_NOISE;
        double time = (STARTUP_US + bytes * share / (BUSBW_GBPS * 1e3)) * times.applyAsDouble(bytes)
                * Math.exp(noise * random.nextGaussian());
        double algbw = bytes / (time * 1e3);
        return String.format(Locale.ROOT, time < 1000 ? "%8.2f %7.2f %7.2f %6d" : "%8.1f %7.2f %7.2f %6d", time, algbw,
                algbw * share, wrong.contains(bytes) ? 3 : 0);
    }
}
