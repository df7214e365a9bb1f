package org.gpucomm.cli.next;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.apache.commons.statistics.inference.TTest;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.gpucomm.analysis.nextrun.PlanText;
import org.gpucomm.analysis.nextrun.RepetitionsNeeded;
import org.gpucomm.analysis.nextrun.SeenNoise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

class NextCommandTest {

    private static final String HEADER = "source,section,tool,tool_version,library,library_version,operation,variant,"
            + "instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,"
            + "time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,"
            + "speedup,efficiency_pct,settings,metrics\n";

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void whatWasMeasuredOnceIsMeasuredAgainOnAsManyHostsAndInTurns() throws Exception {
        var log = Files.writeString(folder.resolve("two nodes.csv"), HEADER
                + rows(1, 2, 16, "NCCL_ALGO=Ring", 0.01, 1) + rows(2, 2, 16, "NCCL_ALGO=Tree", 0.01, 1));
        var plan = folder.resolve("next.yaml");
        assertThat(next(log.toString(), "-o", plan.toString(), "--upload", "http://127.0.0.1:8080")).isZero();
        assertThat(out.toString()).isEqualTo("Run it: gpucomm run " + plan + " --on slurm\n");
        assertThat(Files.readString(plan)).contains("single-runs: Every point was measured once", """
                name: next
                output: next.jsonl
                upload: "http://127.0.0.1:8080"
                repetitions: 10
                benchmarks:
                  - {family: nccl, operations: all_reduce, nodes: 2, gpus: 8, processes: 8, datatypes: float, redops: sum, \
                sizes: {from: 1M, to: 1G, factor: 4}}
                settings:
                  Ring: {NCCL_ALGO: Ring}
                  Tree: {NCCL_ALGO: Tree}
                """);
    }

    @Test
    void whereTimeFallsWhileTheSizeGrowsTheCauseIsAskedForAndNoNoise() throws Exception {
        double[] micros = {20, 22, 30, 55, 90, 150, 280, 60, 75, 110, 180};
        var log = new StringBuilder(
                "# Collective test starting: all_reduce_perf\n# Using devices\n"
                        + "#       size         count      type   redop    root     time   algbw   busbw  #wrong\n");
        for (int rank = 0; rank < 8; rank++) {
            log.insert(log.indexOf("#       size"),
                    "#  Rank  %d Group  0 Pid 50%d on node-1 device  %d [0000:0%d:00] NVIDIA H100\n".formatted(rank,
                            rank,
                            rank, rank));
        }
        for (int i = 0; i < micros.length; i++) {
            long bytes = 8192L << i;
            double algbw = bytes / micros[i] / 1e3;
            log.append("%14d %13d     float     sum      -1 %10.2f %7.3f %7.3f      0\n".formatted(bytes, bytes / 4,
                    micros[i], algbw, algbw * 1.75));
        }
        log.append("# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 10.0\n#\n");
        next(Files.writeString(folder.resolve("late.log"), log).toString());
        assertThat(out.toString()).contains("A factor of 4.7 has a cause", "repetitions: 2\n", "NCCL_PROTO: Simple",
                "NCCL_DEBUG: INFO");
    }

    @Test
    void nothingIsAskedTwice() throws Exception {
        var once = Files.writeString(folder.resolve("once.csv"), HEADER + rows(1, 1, 8, "", 0.01, 1));
        var often = new StringBuilder(HEADER);
        for (int run = 1; run <= 12; run++) {
            often.append(rows(run, 1, 8, "", 0.01, run));
        }
        assertThat(next(once.toString())).isZero();
        assertThat(out.toString()).contains("repetitions: ");
        out.getBuffer().setLength(0);
        assertThat(next(once.toString(), Files.writeString(folder.resolve("often.csv"), often).toString())).isZero();
        assertThat(out.toString()).startsWith("Nothing that a next run would settle is open in 78 measurements.");
    }

    @Test
    void whatGpucommCannotMeasureIsSaid() throws Exception {
        var log = Files.writeString(folder.resolve("osu.csv"),
                HEADER + rows(1, 1, 8, "", 0.01, 1).replace("gpucomm,0.1.0,nccl", "osu,7.4,mpi"));
        assertThat(next(log.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("gpucomm cannot measure what this is of; repeat the program itself: Every");
    }

    /** OSU's program under the launcher that the log shows; the plan runs as it stands. */
    @Test
    void whatOnlyTheProgramItselfMeasuresIsAStepWithTheCommandOfItsLog() throws Exception {
        var log = Files.writeString(folder.resolve("osu.log"), """
                $ srun -N2 --ntasks-per-node=1 /opt/osu/libexec/osu-micro-benchmarks/mpi/pt2pt/osu_latency -m 8:4096
                # OSU MPI Latency Test v5.9
                # Size          Latency (us)
                8                       1.70
                16                      1.71
                32                      1.75
                64                      1.80
                128                     1.93
                256                     2.10
                512                     2.30
                1024                    2.70
                2048                    3.50
                4096                    4.90
                """);
        assertThat(next(log.toString())).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("""
                repetitions: 10
                programs:
                  - {name: osu_latency, command: "srun -N2 --ntasks-per-node=1 \
                /opt/osu/libexec/osu-micro-benchmarks/mpi/pt2pt/osu_latency -m 8:4096"}
                """).doesNotContain("benchmarks:", "settings:");
        var plan = folder.resolve("osu.yaml");
        out.getBuffer().setLength(0);
        assertThat(next(log.toString(), "-o", plan.toString())).isZero();
        assertThat(out.toString())
                .isEqualTo("It has commands of the logs: read them, then run it: gpucomm run " + plan + "\n");
        for (var other : List.of("srun -N2 rm -rf /data", "srun -N2 /opt/osu_latency; rm -rf /data",
                "srun -N2 /opt/osu_latency $(rm -rf /data)", "srun -N2 /opt/osu_latency > /data/x")) {
            var bad = Files.writeString(folder.resolve("bad.log"), Files.readString(log)
                    .replaceFirst("\\$ srun .*", java.util.regex.Matcher.quoteReplacement("$ " + other)));
            out.getBuffer().setLength(0);
            next(bad.toString());
            assertThat(out.toString()).as(other).doesNotContain("programs:");
        }
    }

    @Test
    void badArgumentsAreSaid() {
        assertThat(next(folder.resolve("none.csv").toString())).isEqualTo(2);
        assertThat(next("x.csv", "-o", "plan.txt")).isEqualTo(2);
        assertThat(next("x.csv", "--upload", "here")).isEqualTo(2);
        assertThat(err.toString()).contains("none.csv does not exist", "--output must end in .yaml, was 'plan.txt'",
                "--upload must be a URL such as http://127.0.0.1:8080, was 'here'");
    }

    @Test
    void sizesAreExactlyThoseThatAreAskedFor() {
        assertThat(PlanText.sizes(new TreeSet<>(List.of(1024L)))).isEqualTo("1K");
        assertThat(PlanText.sizes(new TreeSet<>(List.of(8L, 16L, 32L)))).isEqualTo("{from: 8, to: 32, factor: 2}");
        assertThat(PlanText.sizes(new TreeSet<>(List.of(4L << 20, 256L << 20, 512L << 20, 1L << 30))))
                .isEqualTo("[4M, {from: 256M, to: 1G, factor: 2}]");
        assertThat(PlanText.sizes(new TreeSet<>(List.of(1000L, 1500L, 4096L)))).isEqualTo("[1000, 1500, 4K]");
    }

    /** The repetitions that a plan asks for find what it says they find: at the level over all places, in 90 of 100 plans. */
    @Test
    void soManyRepetitionsDecideInNineOfTenPlansAndOneFewerDoesNotMuchBetter() {
        double[][] cases = {{0.03, 0.01, 1}, {0.03, 0.014, 8}, {0.05, 0.03, 20}, {0.1, 0.07, 4}};
        for (var each : cases) {
            int places = (int) each[2];
            int needed = RepetitionsNeeded.toDecide(Math.log1p(each[0]), new SeenNoise(each[1], true), places);
            double found = found(Math.log1p(each[0]), each[1], needed, places);
            assertThat(found).as("%d repetitions of %s", needed, java.util.Arrays.toString(each)).isBetween(0.88,
                    0.995);
            if (needed > 3) {
                assertThat(found(Math.log1p(each[0]), each[1], needed - 1, places)).isLessThan(0.93);
            }
        }
    }

    @Test
    void whatAPlanOfSingleRunsSaysThatItTellsIsFoundInNineOfTen() throws Exception {
        var log = Files.writeString(folder.resolve("once.csv"),
                (HEADER + rows(1, 1, 8, "NCCL_ALGO=Ring", 0.01, 1) + rows(2, 1, 8, "NCCL_ALGO=Tree", 0.01, 1))
                        .replace(",1048576,", ",1024,").replace(",4194304,", ",4096,"));
        assertThat(next(log.toString())).isZero();
        var said = Pattern
                .compile("A difference of ([0-9.]+) % at a noise of ([0-9.]+) % on (\\d+) sizes takes (\\d+) rep")
                .matcher(out.toString().replaceAll("\n#\\s+", " ")).results().toList();
        assertThat(said).isNotEmpty().allSatisfy(each -> {
            double effect = Math.log1p(Double.parseDouble(each.group(1)) / 100);
            assertThat(found(effect, Double.parseDouble(each.group(2)) / 100, Integer.parseInt(each.group(4)),
                    Integer.parseInt(each.group(3)))).as(each.group()).isGreaterThan(0.86);
        });
    }

    private static double found(double effect, double noise, int repetitions, int places) {
        var random = new Random(20261122);
        int found = 0;
        int plans = 4000;
        for (int plan = 0; plan < plans; plan++) {
            var a = new double[repetitions];
            var b = new double[repetitions];
            for (int i = 0; i < repetitions; i++) {
                a[i] = noise * random.nextGaussian();
                b[i] = effect + noise * random.nextGaussian();
            }
            found += TTest.withDefaults().with(AlternativeHypothesis.TWO_SIDED).test(a, b).getPValue() < 0.05 / places
                    ? 1
                    : 0;
        }
        return found / (double) plans;
    }

    /** All-reduces of 1 MiB to 1 GiB. */
    private static String rows(int section, int nodes, int ranks, String settings, double noise, long seed) {
        var random = new Random(seed * 7919 + settings.hashCode());
        var rows = new StringBuilder();
        for (long bytes = 1 << 20; bytes <= 1 << 30; bytes *= 4) {
            double time = (20 + bytes / 200e3) * Math.exp(noise * random.nextGaussian());
            rows.append(String.format(Locale.ROOT,
                    "f.csv,%d,gpucomm,0.1.0,nccl,2.28.3,all_reduce,,,NVIDIA H200,%d,%d,,%d,float,sum,,out_of_place,20,"
                            + "%.4f,,,,,,,0,,,,,%s,%n",
                    section, nodes, ranks, bytes, time, settings));
        }
        return rows.toString();
    }

    private int next(String... arguments) {
        return new CommandLine(new NextCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
