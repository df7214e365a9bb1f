package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.output.UploadServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code deploy/slurm/bench.sbatch} on a real Slurm of four nodes, all of them this host, with two fake GPUs a node. */
@Timeout(300)
class SlurmTest {

    private static final Path SCRIPT = Path.of("../deploy/slurm/bench.sbatch").toAbsolutePath().normalize();
    private static final Path CLUSTER = Path.of("src/test/slurm/cluster.sh").toAbsolutePath();
    private static final int NODES = 4;

    @TempDir
    static Path folder;
    private static FakeGpus gpus;

    @BeforeAll
    static void startSlurm() throws Exception {
        assumeTrue(Stream.of("slurmctld", "slurmd", "munged", "sbatch", "srun").allMatch(SlurmTest::isOnThePath),
                "no Slurm on the PATH (slurmctld, slurmd, slurm-client, munge)");
        assumeTrue(System.getProperty("user.name").equals("root"), "Slurm's daemons start processes as root only");
        gpus = FakeGpus.build(folder.resolve("fakes"));
        var runner = Files.writeString(folder.resolve("runner"),
                "#!/bin/sh\nexec " + String.join(" ", FakeGpus.program())
                        + " \"$@\" --code-warmups 10\n");
        Files.setPosixFilePermissions(runner, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(run(Map.of(), CLUSTER.toString(), "start", folder.resolve("slurm").toString(), "" + NODES,
                "" + freePorts(NODES + 1)).code()).isZero();
    }

    @AfterAll
    static void stopSlurm() throws Exception {
        if (Files.exists(folder.resolve("slurm"))) {
            run(Map.of(), CLUSTER.toString(), "stop", folder.resolve("slurm").toString());
        }
    }

    @Test
    void theScriptMeasuresOnAllNodesChecksAndUploads() throws Exception {
        try (var server = UploadServer.start(0, "")) {
            var job = sbatch(Map.of("OPERATIONS", "all_reduce alltoall", "UPLOAD", server.url()));
            assertThat(job.code()).as(job.output()).isZero();
            for (var operation : List.of("all_reduce", "alltoall")) {
                var rows = Parsed.rows(folder.resolve("results/" + operation + ".csv"));
                assertThat(rows).as(job.output()).hasSize(4).allSatisfy(row -> {
                    assertThat(row.platform().ranks()).isEqualTo(2 * NODES);
                    assertThat(row.workload().operation().id()).isEqualTo(operation);
                });
                assertThat(rows).extracting(SlurmTest::wrong)
                        .hasSameElementsAs(operation.equals("alltoall") ? List.of("0", "null") : List.of("0"));
            }
            assertThat(job.output()).contains("#  Rank  7 Group  0 Pid ");
            assertThat(server.uploads()).hasSize(2);
        }
    }

    @Test
    void aRankThatDiesEndsItsOperationAndTheNextIsMeasured() throws Exception {
        var job = sbatch(Map.of("OPERATIONS", "all_gather all_reduce", "OUT", folder.resolve("dead").toString(),
                "FAKE_DIE", "ncclAllGather@5#5"));
        assertThat(job.code()).as(job.output()).isNotZero();
        assertThat(job.output()).contains("gpucomm: all_gather ended with exit code ");
        assertThat(Parsed.rows(folder.resolve("dead/all_reduce.csv"))).hasSize(4);
    }

    private static String wrong(Measurement row) {
        return String.valueOf(row.outcome().wrong());
    }

    /** The script as a user submits it, with two tasks a node in place of eight. */
    private static Ended sbatch(Map<String, String> variables) throws IOException, InterruptedException {
        var environment = new HashMap<>(gpus.environment());
        environment.putAll(Map.of("SLURM_CONF", folder.resolve("slurm/slurm.conf").toString(), "RUNNER",
                folder.resolve("runner").toString(), "OUT", folder.resolve("results").toString(), "MIN", "1K", "MAX",
                "2K", "ITERATIONS", "3", "WARMUPS", "1", "FAKE_CUDA_DEVICES", "2", "GPUCOMM_SPOOL",
                folder.resolve("spool").toString()));
        environment.putAll(variables);
        var log = Files.createTempFile(folder, "job", ".log");
        var ended = run(environment, "sbatch", "--wait", "--nodes=" + NODES, "--ntasks-per-node=2",
                "--output=" + log, "--chdir=" + folder, SCRIPT.toString());
        return new Ended(ended.code(), ended.output() + Files.readString(log));
    }

    private static Ended run(Map<String, String> variables, String... command)
            throws IOException, InterruptedException {
        var out = Files.createTempFile(folder, "command", ".out");
        var builder = new ProcessBuilder(new ArrayList<>(List.of(command))).redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("(SLURM|OMPI|PMI|PMIX|FAKE|GPUCOMM)_.*|RANK"));
        builder.environment().putAll(variables);
        var process = builder.start();
        // Eight ranks wait for each other by polling: on two busy processors that takes minutes.
        boolean ended = process.waitFor(15, TimeUnit.MINUTES);
        process.destroyForcibly();
        return new Ended(ended ? process.exitValue() : -1, Files.readString(out));
    }

    /** The first of so many neighbouring ports that nobody listens at. */
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

    private static boolean isOnThePath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(bin -> Files.isExecutable(Path.of(bin, program)));
    }

    /** @param output both outputs, and for a job its log */
    private record Ended(int code, String output) {}
}
