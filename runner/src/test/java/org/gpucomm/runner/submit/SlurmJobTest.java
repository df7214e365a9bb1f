package org.gpucomm.runner.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.gpucomm.results.format.Json;
import org.gpucomm.runner.bench.FakeGpus;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.output.UploadServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --on slurm} on a real Slurm of two nodes, both of them this host, with a fake GPU each. */
@Timeout(300)
@Tag("nightly")
class SlurmJobTest {

    private static final Path CLUSTER = Path.of("src/test/slurm/cluster.sh").toAbsolutePath();
    private static final int NODES = 2;

    @TempDir
    static Path folder;
    private static FakeGpus gpus;

    @BeforeAll
    static void startSlurm() throws Exception {
        assumeTrue(Stream.of("slurmctld", "slurmd", "munged", "sbatch", "srun").allMatch(Tool::isThere),
                "no Slurm (install slurmctld, slurmd, slurm-client and munge)");
        assumeTrue(System.getProperty("user.name").equals("root"), "Slurm's daemons start processes as root only");
        gpus = FakeGpus.build(folder.resolve("fakes"));
        assertThat(Command.start(folder, Map.of(), List.of(CLUSTER.toString(), "start",
                folder.resolve("slurm").toString(), "" + NODES, "" + freePorts(NODES + 1))).end().code()).isZero();
    }

    @AfterAll
    static void stopSlurm() throws Exception {
        if (Files.exists(folder.resolve("slurm"))) {
            Command.start(folder, Map.of(), List.of(CLUSTER.toString(), "stop", folder.resolve("slurm").toString()))
                    .end();
        }
    }

    @Test
    void aPlanIsMeasuredOnAllNodesAndUploaded() throws Exception {
        var plan = plan("measured", """
                operations: all_reduce
                nodes: 2
                gpus: 1
                sizes: {from: 1K, to: 2K, factor: 2}
                iterations: 3
                warmups: 1
                options: [--code-warmups, 10]
                settings:
                  plain: {}
                  ring: {NCCL_ALGO: Ring}
                """);
        try (var server = UploadServer.start(0, "")) {
            var run = gpucomm("run", plan, "--on", "slurm", "--upload", server.url(), "--spool", "spool");
            assertThat(run.code()).as(run.output()).isZero();
            assertThat(run.output()).containsPattern("gpucomm: job \\d+ is submitted; its script is ")
                    .containsPattern("gpucomm: job \\d+ is (RUNNING|COMPLETED)")
                    .contains("# Step 2 of 2, about", "#  Rank  1 Group  0 Pid ",
                            "measured.jsonl is uploaded: http://");
            var rows = Parsed.rows(folder.resolve("measured.csv"));
            assertThat(rows).hasSize(2 * 2 * 2).allSatisfy(row -> {
                assertThat(row.platform().ranks()).isEqualTo(NODES);
                assertThat(String.valueOf(row.outcome().wrong())).isEqualTo("0");
            });
            assertThat(rows).extracting(row -> row.section() + " " + row.settings().only("NCCL_ALGO"::equals).text())
                    .containsOnly("1 ", "2 NCCL_ALGO=Ring");
            assertThat(server.uploads()).hasSize(1);
            assertShown(server.news(), rows.size(), run.output());
            assertThat(folder.resolve("measured.csv.log")).content().contains("# Step 1 of 2, about");
        }
        // Everything is done: no job is sent for nothing.
        var again = gpucomm("run", plan, "--on", "slurm", "--resume");
        assertThat(again.code()).isZero();
        assertThat(again.output()).doesNotContain("submitted");
    }

    /** The job's points came to the server, each once; at the end the upload is named. */
    private static void assertShown(List<String> news, int rows, String output) {
        assertThat(output).containsPattern("gpucomm: shown as it comes at http://\\S+/live/[0-9a-f]{32}");
        var told = news.stream().map(Json::parseObject).toList();
        assertThat(told).first().extracting("state").isEqualTo("running");
        assertThat(told).last().extracting("state").isEqualTo("ended");
        assertThat(told.getLast().get("upload")).isNotNull();
        assertThat(points(news)).as("points sent").isEqualTo(rows);
    }

    /** However fast the host is: the second step ends only once the first one's points are on the server. */
    @Test
    void whatAJobHasMeasuredIsShownWhileItRuns() throws Exception {
        var plan = twoSteps("watched", "while [ ! -e seen ]; do sleep 0.1; done; cat %1$s");
        try (var server = UploadServer.start(0, "")) {
            var run = start("run", plan, "--on", "slurm", "--upload", server.url(), "--spool", "spool");
            while (points(server.news()) < 2) {
                assertThat(run.process().isAlive()).as(run.text()).isTrue();
                Thread.sleep(100);
            }
            assertThat(server.news()).allSatisfy(each -> assertThat(each).contains("\"state\":\"running\""));
            Files.createFile(folder.resolve("seen"));
            var ended = run.end();
            assertThat(ended.code()).as(ended.output()).isZero();
            assertShown(server.news(), 4, ended.output());
        }
    }

    /** How many points the server has, which keeps those before {@code from} and takes what comes for the rest. */
    private static long points(List<String> news) {
        long points = 0;
        for (var each : news) {
            var told = Json.parseObject(each);
            long came = String.valueOf(told.get("rows")).lines().filter(line -> line.contains("message_bytes")).count();
            points = Long.parseLong(String.valueOf(told.get("from"))) + came;
        }
        return points;
    }

    @Test
    void aJobThatIsCancelledSaysSoAndResumeRunsWhatIsLeft() throws Exception {
        var plan = twoSteps("cancelled",
                "[ -e flag ] || { touch flag; sleep 300; }; cat %1$s; echo rank $SLURM_PROCID of $SLURM_NTASKS >&2");
        var run = start("run", plan, "--on", "slurm");
        while (!Files.exists(folder.resolve("flag"))) {
            assertThat(run.process().isAlive()).as(run.text()).isTrue();
            Thread.sleep(100);
        }
        var job = run.text().replaceFirst("(?s).*gpucomm: job (\\d+) is submitted.*", "$1");
        Command.start(folder, environment(), List.of("scancel", job)).end();
        var ended = run.end();
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains("gpucomm: job " + job + " ended before the plan did, it is CANCELLED",
                "--resume goes on with the steps that are left");
        assertThat(Parsed.rows(folder.resolve("cancelled.csv"))).hasSize(2);

        var resumed = gpucomm("run", plan, "--on", "slurm", "--resume");
        assertThat(resumed.code()).as(resumed.output()).isZero();
        assertThat(resumed.output()).contains("# Step 2 of 2", "rank 0 of 1").doesNotContain("# Step 1 of 2");
        assertThat(Parsed.rows(folder.resolve("cancelled.csv"))).hasSize(4);
    }

    @Test
    void whatSlurmRefusesIsSaidInItsWords() throws Exception {
        var plan = plan("refused", "operations: reduce\nsizes: 8\nslurm: {sbatch: --partition=p5}\n");
        var run = gpucomm("run", plan, "--on", "slurm");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.output())
                .contains("gpucomm: sbatch failed with code 1: sbatch: error: invalid partition specified: p5");
    }

    @Test
    void aDryRunShowsTheScriptAndSendsNothing() throws Exception {
        var plan = plan("shown", "operations: reduce\nsizes: 8\nnodes: 4\nprocesses: 8\n"
                + "slurm: {sbatch: [--partition=p5, '--comment=a b']}\n");
        var run = gpucomm("run", plan, "--on", "slurm", "--dry-run", "--runner",
                "/opt/gpucomm-runner/bin/gpucomm-runner");
        assertThat(run.code()).isZero();
        assertThat(run.output()).contains("shown: 1 steps, about 4 s, into shown.csv", "\n#!/bin/bash\n"
                + "#SBATCH --job-name=gpucomm-shown\n#SBATCH --nodes=4\n#SBATCH --ntasks-per-node=8\n",
                "#SBATCH --partition=p5\n#SBATCH '--comment=a b'\n",
                "exec /opt/gpucomm-runner/bin/gpucomm-runner run " + folder.resolve("shown.yaml")
                        + " --start srun --resume --output " + folder.resolve("shown.csv") + "\n");
        assertThat(folder.resolve("shown.csv.sbatch")).doesNotExist();
    }

    /** A plan of two programs that print a log of one size, the second by this command. */
    private static String twoSteps(String name, String second) throws IOException {
        var log = Files.writeString(folder.resolve("ucx.log"), """
                # nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                           8             2     float     sum      -1     7.00    0.00    0.00      0     7.00    0.00    0.00      0
                """);
        return plan(name, """
                programs:
                  - {name: quick, command: [cat, %1$s]}
                  - {name: slow, command: "%2$s"}
                """.formatted(log, second.formatted(log)));
    }

    private static String plan(String name, String yaml) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), yaml).getFileName().toString();
    }

    private static Command.Ended gpucomm(String... arguments) throws IOException, InterruptedException {
        return start(arguments).end();
    }

    private static Command start(String... arguments) throws IOException {
        return Command.gpucomm(folder, environment(), arguments);
    }

    private static Map<String, String> environment() {
        var environment = new HashMap<>(gpus.environment());
        environment.put("SLURM_CONF", folder.resolve("slurm/slurm.conf").toString());
        environment.put("FAKE_CUDA_DEVICES", "1");
        return environment;
    }

    /** The first of several neighbouring ports that nobody listens on. */
    private static int freePorts(int count) throws IOException {
        for (int first = 17300; first < 19000; first += count) {
            if (areFree(first, count)) {
                return first;
            }
        }
        throw new IOException("no " + count + " neighbouring ports are free");
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try (var socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException taken) {
                return false;
            }
        }
        return true;
    }
}
