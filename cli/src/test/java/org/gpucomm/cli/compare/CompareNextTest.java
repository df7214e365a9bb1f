package org.gpucomm.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

import org.apache.commons.statistics.distribution.TDistribution;
import org.gpucomm.analysis.compare.Comparison;
import org.gpucomm.analysis.compare.Verdict;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.cli.next.NextCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

/** What a comparison that cannot tell proposes. */
class CompareNextTest {

    private static final String HEADER = "source,section,tool,tool_version,library,library_version,operation,variant,"
            + "instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,"
            + "time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,"
            + "speedup,efficiency_pct,settings,metrics\n";
    private static final String RING = "NCCL_ALGO=Ring";
    private static final String TREE = "NCCL_ALGO=Tree";

    private static final List<Long> SIZES = LongStream.iterate(1 << 20, bytes -> bytes <= 1 << 30, bytes -> 4 * bytes)
            .boxed().toList();
    private static final Pattern PROPOSED = Pattern
            .compile(
                    "Next run: (\\d+) repetitions of both in turns show differences of ([0-9.]+) % at a noise of ([0-9.]+) %.*");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aPlanThatCannotBeWrittenIsRefusedBeforeAnythingIsRead() {
        assertThat(compare("none.csv", "none.csv", "--next",
                folder.resolve("nowhere/next.yaml").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--next: there is no folder").doesNotContain("none.csv");
    }

    @Test
    void singleRunsOfTwoSettingsAreMeasuredInTurnsTenTimes() throws Exception {
        var ring = file("ring.csv", rows(RING, "2.28.3", 1, 0.01, 1, 1));
        var tree = file("tree.csv", rows(TREE, "2.28.3", 1, 0.01, 1, 2));
        assertThat(compare(ring, tree)).isZero();
        assertThat(unwrapped()).contains(
                "Next run: 10 repetitions of both in turns show differences of ",
                "  gpucomm compare " + ring + " " + tree + " --next next.yaml && gpucomm run next.yaml --on slurm");
        var told = PROPOSED.matcher(unwrapped().lines().findFirst().orElseThrow().replaceFirst(".*(?=Next run)", ""));
        assertThat(told.matches()).isTrue();
        var t = TDistribution.of(18);
        double tellable = (t.inverseSurvivalProbability(0.035 / 2 / 6) + t.inverseSurvivalProbability(0.1))
                * Double.parseDouble(told.group(3)) * Math.sqrt(0.2);
        assertThat(Double.parseDouble(told.group(2))).isBetween(0.95 * tellable, 1.1 * tellable);
        var plan = folder.resolve("both-sides.yaml");
        assertThat(compare(ring, tree, "--next", plan.toString())).isZero();
        assertThat(unwrapped()).contains("gpucomm run " + plan + " --on slurm");
        assertThat(Files.readString(plan)).contains("""
                name: both-sides
                output: both-sides.jsonl
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
    void whatNoPlanSetsIsSaidWithHowOftenItMustBeMeasured() throws Exception {
        var old = file("old.csv", rows(RING, "2.27.3", 1, 0.01, 1, 1));
        assertThat(compare(old, file("new.csv", rows(TREE, "2.28.3", 1, 0.01, 1, 2)))).isZero();
        assertThat(unwrapped())
                .contains("No next run: A and B differ by what no plan sets (library version 2.27.3 and 2.28.3)."
                        + " 10 runs of each in turns, each with its own, show differences of ")
                .doesNotContain("--next");
        assertThat(compare(old, file("again.csv", rows(RING, "2.27.3", 1, 0.01, 1, 3)))).isZero();
        assertThat(unwrapped())
                .contains("No next run: the logs name no setting by which A and B differ, so a plan cannot "
                        + "switch it. 10 runs of each");
        var osu = file("osu.csv", rows(RING, "2.27.3", 1, 0.01, 1, 4).replace("gpucomm,0.1.0,nccl", "osu,7.4,mpi"));
        assertThat(compare(old, osu)).isZero();
        assertThat(unwrapped())
                .contains("No next run: B is of a benchmark that no plan repeats (gpucomm of nccl, osu of mpi).");
        assertThat(compare(old, osu, "--next", "x.txt")).isEqualTo(2);
    }

    /** Of a difference as large as the plan says that it tells, at the sizes that it measures. */
    @Test
    void asManyRepetitionsAsAreProposedDecideInNineOfTenPlans() throws Exception {
        for (double noise : new double[]{0.01, 0.02}) {
            int asked = 0;
            int told = 0;
            for (int seed = 1000; seed < 1040; seed++) {
                var a = evidence(rows(RING, "2.28.3", 3, noise, 1, seed));
                var b = evidence(rows(TREE, "2.28.3", 3, noise, 1.03, seed + 500));
                var seen = Comparison.of(a, b);
                var next = seen.next(a, b);
                var said = next.said(null).said().stream().map(PROPOSED::matcher).filter(Matcher::matches).findFirst();
                if (said.isPresent()) {
                    int repetitions = Integer.parseInt(said.get().group(1));
                    double times = 1 + Double.parseDouble(said.get().group(2)) / 100;
                    var open = seen.with(Verdict.AMBIGUOUS).stream().map(place -> place.a().bytes()).toList();
                    var again = Comparison.of(
                            evidence(rows(RING, "2.28.3", repetitions, noise, 1, seed + 2000, open)),
                            evidence(rows(TREE, "2.28.3", repetitions, noise, times, seed + 3000, open)));
                    asked += again.places().size();
                    told += again.with(Verdict.SLOWER).size();
                }
            }
            System.out.printf(Locale.ROOT, "next run of a comparison, noise %.0f %%: %d of %d places decided%n",
                    100 * noise, told, asked);
            assertThat(asked).isGreaterThan(60);
            assertThat(told).isGreaterThanOrEqualTo(asked * 85 / 100);
        }
    }

    /** Whatever real logs leave open is either planned or said to be missing, and nothing is said where nothing is open. */
    @Test
    void ofRealLogsEachOpenComparisonSaysWhatWouldSettleIt() throws Exception {
        var corpus = Path.of("..", "..", "shared", "corpus", "nccl-tests");
        assumeTrue(Files.isDirectory(corpus), "no collection of real logs beside the checkout");
        var pairs = new String[][]{{"alps-gh200-cxi-plugin.log", "alps-gh200-tcp-fallback.log"},
                {"eks-karpenter-a.log", "eks-karpenter-b.log"},
                {"a100x8-2021-allgather.log", "a100x8-2021-allgather.log"}};
        for (var pair : pairs) {
            var a = log(corpus.resolve(pair[0]));
            var b = log(corpus.resolve(pair[1]));
            var comparison = Comparison.of(a, b);
            var said = comparison.next(a, b).said("command").said();
            System.out.println(pair[0] + " and " + pair[1] + ": " + said);
            assertThat(said.isEmpty()).as("%s", (Object) pair).isEqualTo(comparison.with(Verdict.AMBIGUOUS).isEmpty());
        }
    }

    /** Neither names its network, one is 22 times as fast: the plan shows which of the two is as slow as TCP sockets. */
    @Test
    void ofTwoRealLogsThatNameNoNetworkThePlanRunsItOverSocketsToo() throws Exception {
        var corpus = Path.of("..", "..", "shared", "corpus", "nccl-tests");
        assumeTrue(Files.isDirectory(corpus), "no collection of real logs beside the checkout");
        var tcp = corpus.resolve("alps-gh200-tcp-fallback.log").toString();
        var cxi = corpus.resolve("alps-gh200-cxi-plugin.log").toString();
        var settings = """
                settings:
                  INFO: {NCCL_DEBUG: INFO}
                  "INFO Socket": {NCCL_DEBUG: INFO, NCCL_NET: Socket}
                """;
        var plan = folder.resolve("network.yaml");
        assertThat(compare(cxi, tcp, "--next", plan.toString())).isZero();
        assertThat(unwrapped())
                .contains("neither log names its network; 3 repetitions in turns, as it comes and over TCP "
                        + "sockets (NCCL_NET=Socket)", "gpucomm run " + plan + " --on slurm")
                .doesNotContain("No next run");
        assertThat(Files.readString(plan)).contains("repetitions: 3", "nodes: 2, gpus: 4, processes: 4",
                "sizes: {from: 32M, to: 128M, factor: 2}").endsWith(settings);

        var next = folder.resolve("next.yaml");
        assertThat(new CommandLine(new NextCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(tcp, cxi, "-o", next.toString())).isZero();
        assertThat(Files.readString(next)).contains("sizes: 128M", "repetitions: 3").endsWith(settings);

        // A log that names its network needs no such plan.
        var named = Files.writeString(folder.resolve("named.log"),
                "nid1:1:2 [0] NCCL INFO Using network Socket\n" + Files.readString(Path.of(tcp)));
        assertThat(compare(cxi, named.toString())).isZero();
        assertThat(unwrapped()).doesNotContain("neither log names its network");
    }

    /** One log of the cluster names the network that it asked for, the other ran over TCP: the plan measures both in turns. */
    @Test
    void ofTwoRealLogsWhoseSettingsDifferAPlanIsWritten() throws Exception {
        var corpus = Path.of("..", "..", "shared", "corpus", "nccl-tests");
        assumeTrue(Files.isDirectory(corpus), "no collection of real logs beside the checkout");
        var plan = folder.resolve("real.yaml");
        assertThat(compare(corpus.resolve("srun-l-gh200x8-ok.log").toString(),
                corpus.resolve("alps-gh200-tcp-fallback.log").toString(),
                "--next",
                plan.toString())).isZero();
        assertThat(unwrapped()).contains("repetitions of both in turns show differences of", "gpucomm run " + plan
                + " --on slurm");
        assertThat(Files.readString(plan)).contains(
                "family: nccl, operations: all_reduce, nodes: 2, gpus: 4, processes: 4",
                "NCCL_NET: \"AWS Libfabric\"", "  default: {}");
    }

    @Test
    void networksThatTheLogsNameAreSwitchedByNcclNet() throws Exception {
        var socket = ncclLog("socket.log", "Socket", 1);
        var plugin = ncclLog("plugin.log", "AWS Libfabric", 1.02);
        var plan = folder.resolve("networks.yaml");
        assertThat(compare(socket, plugin, "--next", plan.toString())).isZero();
        assertThat(Files.readString(plan)).contains("""
                settings:
                  Socket: {NCCL_NET: Socket}
                  "AWS Libfabric": {NCCL_NET: "AWS Libfabric"}
                """);
    }

    private String ncclLog(String name, String network, double times) throws Exception {
        var text = new StringBuilder("""
                # nccl-tests version 2.17.6 nccl-headers=22803 nccl-library=22803
                # Collective test starting: all_reduce_perf
                # nThread 1 nGpus 1 minBytes 1048576 maxBytes 16777216 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
                #
                # Using devices
                #  Rank  0 Group  0 Pid 101 on      node1 device  0 [000f:01:00] NVIDIA H100 80GB HBM3
                #  Rank  1 Group  0 Pid 102 on      node2 device  0 [000f:01:00] NVIDIA H100 80GB HBM3
                node1:101:120 [0] NCCL INFO Using network NETWORK
                node2:102:121 [0] NCCL INFO Using network NETWORK
                #
                #                                                              out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                """.replace("NETWORK", network));
        for (long bytes = 1 << 20; bytes <= 16 << 20; bytes *= 2) {
            double time = times * (30 + bytes / 20e3);
            double speed = bytes / time / 1e3;
            text.append(String.format(Locale.ROOT,
                    "%12d %13d     float     sum      -1 %8.2f %7.2f %7.2f       0 %8.2f %7.2f %7.2f       0%n", bytes,
                    bytes / 4, time, speed, speed, time, speed, speed));
        }
        return Files.writeString(folder.resolve(name),
                text.append("# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 9.9\n")).toString();
    }

    private Evidence log(Path path) throws Exception {
        var files = new EvidenceFiles();
        files.add(Files.newInputStream(path), path.getFileName().toString(), path.toString());
        return files.evidence();
    }

    private static Evidence evidence(String rows) throws Exception {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream((HEADER + rows).getBytes(StandardCharsets.UTF_8)), "f.csv", "f.csv");
        return files.evidence();
    }

    private String file(String name, String rows) throws Exception {
        return Files.writeString(folder.resolve(name), HEADER + rows).toString();
    }

    /** All-reduces of 1 MiB to 1 GiB on two hosts, a section for each process. */
    private static String rows(String settings, String version, int processes, double noise, double times, long seed) {
        return rows(settings, version, processes, noise, times, seed, SIZES);
    }

    private static String rows(String settings, String version, int processes, double noise, double times, long seed,
            List<Long> sizes) {
        var random = new Random(seed * 7919);
        var rows = new StringBuilder();
        for (int process = 1; process <= processes; process++) {
            for (long bytes : sizes) {
                double time = times * (20 + bytes / 200e3) * Math.exp(noise * random.nextGaussian());
                rows.append(String.format(Locale.ROOT,
                        "f.csv,%d,gpucomm,0.1.0,nccl,%s,all_reduce,,,NVIDIA H200,2,16,,%d,float,sum,,out_of_place,20,"
                                + "%.4f,,,,,,,0,,,,,%s,%n",
                        process, version, bytes, time, settings));
            }
        }
        return rows.toString();
    }

    /** What was printed, with the breaks of lines gone. */
    private String unwrapped() {
        return out.toString().replaceAll("\\s*\n(?! )", " ");
    }

    private int compare(String... arguments) {
        out.getBuffer().setLength(0);
        return new CommandLine(new CompareCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
