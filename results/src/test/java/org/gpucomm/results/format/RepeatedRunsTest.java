package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpucomm.results.format.Converted.assertSame;
import static org.gpucomm.results.format.Converted.bytes;
import static org.gpucomm.results.format.OddLines.anyOf;
import static org.gpucomm.results.format.OddLines.damaged;
import static org.gpucomm.results.format.OddLines.ended;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run with the lines of the run before around its rows is passed on to as bytes, which gives what reading them gives: over
 * large logs of such runs with changes, small ones mostly, at random places.
 */
class RepeatedRunsTest {

    /** What may stand between the lines of a run. */
    private static final List<String> BETWEEN = List.of("", "#", "# x", "NCCL version 2.28.3+cuda12.9",
            "node-0:1:1 [0] NCCL INFO NET/OFI Selected provider is tcp",
            "node-0:1:1 [0] NCCL INFO Using network Socket",
            "export NCCL_ALGO=Ring", "$ mpirun -np 2 ./build/reduce_scatter_perf -b 8", "### all_gather",
            "node-0: Test NCCL failure common.cu:958", "[1,0]<stdout>:# Using devices", "srun: error: node-0: task 0",
            "{\"log\":\"# Using devices\\n\"}", "AllReduce: 16 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..3}",
            "[pod/worker-1/main] NCCL version 2.27.1+cuda12.9", "(worker pid=7) export NCCL_PROTO=LL",
            "[pod/worker-1/main] node-1: Test NCCL failure common.cu:958", "# Avg bus bandwidth    : 7 ",
            "# Avg bus bandwidth    : XXX ", "# Out of bounds values : 2 FAILED",
            "# Blocking Enabled: 1", "# error: unhandled", "instance_type: p5.48xlarge");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 30, 80})
    void ofRunsThatRepeatOneAnotherButForSoManyOddLinesInAHundredRuns(int odd) throws Exception {
        for (int seed = 0; seed < 12; seed++) {
            assertSame(repeats(new Random(seed), odd), "nccl.log", seed);
        }
    }

    @Test
    void theLinesBetweenRunsThatRepeatOneAnotherArePassedOver() throws Exception {
        var log = bytes(repeats(new Random(1), 0));
        var converted = Converted.of(log, "nccl.log", true, 1 << 16);
        var expected = Converted.of(log, "nccl.log", false, 1 << 16);
        assertThat(converted.notes()).isGreaterThan(expected.others().size() * 8L / 10);
        assertThat(converted.csv()).isEqualTo(expected.csv());
    }

    /** Runs with the same lines around their rows, in which at times one is another, or something stands between. */
    private static String repeats(Random random, int odd) {
        var log = new StringBuilder();
        var usual = new Run("all_reduce", 2, "node-0", "     float     sum      -1", "# Out of bounds values : 0 OK");
        while (log.length() < Converted.LARGE) {
            var run = random.nextInt(10) == 0 && odd > 0 ? new Run(random) : usual;
            var lines = run.lines(random, random.nextInt(100) < odd ? 0.01 * random.nextInt(30) : 0);
            int changes = random.nextInt(100) < odd ? 1 + random.nextInt(2) : 0;
            for (int i = 0; i < changes; i++) {
                int at = random.nextInt(lines.size());
                switch (random.nextInt(5)) {
                    case 0 -> lines.remove(at);
                    case 1 -> lines.add(at, anyOf(BETWEEN, random));
                    case 2 -> lines.add(at, lines.get(random.nextInt(lines.size())));
                    default -> lines.set(at, damaged(lines.get(at), random));
                }
            }
            lines.forEach(line -> log.append(ended(line, random, changes > 0 ? 1 : 0)));
            if (odd > 0 && random.nextInt(20) == 0) {
                usual = new Run(random);
            }
        }
        return log.toString();
    }

    /** What is the same in several runs. */
    private record Run(String program, int ranks, String host, String kind, String footer) {

        Run(Random random) {
            this(anyOf(List.of("all_reduce", "broadcast", "sendrecv", "no_such"), random), 1 + random.nextInt(6),
                    anyOf(List.of("node-0", "node-1"), random),
                    anyOf(List.of("     float     sum      -1", "      half    none       3"), random),
                    anyOf(List.of("# Out of bounds values : 0 OK", "# Out of bounds values : 0 OK",
                            "# Out of bounds values : 1 FAILED"), random));
        }

        /** @param wrong probability of wrong data in a row, and of another kind of row */
        List<String> lines(Random random, double wrong) {
            var lines = new ArrayList<String>();
            lines.add("# nccl-tests version 2.17.6 nccl-headers=22907 nccl-library=22907");
            lines.add("# Collective test starting: " + program + "_perf");
            lines.add(
                    "# nThread 1 nGpus 1 minBytes 8 maxBytes 1024 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1");
            lines.add("#");
            lines.add("# Using devices");
            int process = random.nextInt(2_000_000);
            for (int rank = 0; rank < ranks; rank++) {
                lines.add("#  Rank  " + rank + " Group  0 Pid " + String.format("%6d", process + rank) + " on     "
                        + host + " device  " + rank
                        + " [0000:1b:00] NVIDIA H200");
            }
            lines.add("#");
            lines.add("#   out-of-place   in-place");
            lines.add(
                    "#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw"
                            + "   busbw  #wrong");
            lines.add("#        (B)    (elements)                               (us)  (GB/s)  (GB/s)     ");
            double sum = 0;
            int rows = 1 + random.nextInt(12);
            for (int row = 0; row < rows; row++) {
                int out = ranks == 1 ? 0 : random.nextInt(48000);
                int in = ranks == 1 ? 0 : random.nextInt(48000);
                sum += out + in;
                lines.add(String.format(Locale.ROOT, "%12d  %12d%s  %7.2f %7.2f %7.2f %7s  %7.2f %7.2f %7.2f %7s",
                        8L << row,
                        2L << row, random.nextDouble() < wrong ? "  bfloat16    prod       0" : kind,
                        1000 * random.nextDouble(), 480 * random.nextDouble(), out / 100.0,
                        random.nextDouble() < wrong ? "5" : "0", 1000 * random.nextDouble(), 480 * random.nextDouble(),
                        in / 100.0, "N/A"));
            }
            lines.add(footer);
            lines.add(String.format(Locale.ROOT, "# Avg bus bandwidth    : %.4f ",
                    random.nextDouble() < wrong ? 7 : sum / 200 / rows));
            lines.add("#");
            lines.add("# Collective test concluded: " + program + "_perf");
            lines.add("");
            return lines;
        }
    }
}
