package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a plan to a chart: ranks in processes of their own meet, measure on host memory, check every element, write a CSV and
 * upload it to a real server; what its HTTP interface shows is the CSV, which is read here once more, in the plainest way.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(240)
@Tag("nightly")
class MeasuredResultsTest {

    private static final String PLAN = """
            operations: [all_reduce, alltoall]
            gpus: 4
            processes: 2
            sizes: {from: 1K, to: 64K, factor: 4}
            iterations: 4
            warmups: 1
            settings:
              ring: {NCCL_ALGO: Ring}
              tree: {NCCL_ALGO: Tree}
            options: [--code-warmups, 10]
            timeout: 60s
            """;

    private ServerProcess server;
    private Path csv;
    private ServerProcess.Ended run;

    @BeforeAll
    void measureAndUpload(@TempDir Path folder) throws Exception {
        server = ServerProcess.start(folder.resolve("data"), "--token", "secret");
        server.awaitImports();
        csv = folder.resolve("plan.csv");
        var plan = Files.writeString(folder.resolve("plan.yaml"), PLAN);
        run = Runner.onFakes(folder.resolve("fakes"), 4).run("run", plan.toString(), "-O", csv.toString(), "--upload",
                server.root().toString(), "--token", "secret");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void theRunEndsWellAndSaysWhereItsResultsAre() throws Exception {
        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("# Step 1 of 4", "#  Rank  3 Group  0 Pid ", "Out of bounds values : 0 OK",
                "plan.jsonl is uploaded: " + server.root());
    }

    @Test
    void everyRowIsInTheCsvAndWasCheckedAndRight() throws IOException {
        assertThat(rows()).hasSize(4 * 4 * 2).allSatisfy(row -> {
            assertThat(row.get("ranks")).isEqualTo("4");
            assertThat(row.get("wrong")).isEqualTo(
                    row.get("operation").equals("alltoall") && row.get("placement").equals("in_place") ? "" : "0");
        });
        assertThat(rows().stream().map(row -> row.get("section") + row.get("operation") + row.get("settings"))
                .distinct()).containsExactly("1all_reduceNCCL_ALGO=Ring", "2all_reduceNCCL_ALGO=Tree",
                        "3alltoallNCCL_ALGO=Ring", "4alltoallNCCL_ALGO=Tree");
    }

    @Test
    void theServerHasARunOfEachStepWithItsFingerprint() throws Exception {
        var runs = server.json("runs?upload=" + upload() + "&sort=section").path("items");
        assertThat(runs).hasSize(4);
        for (var each : runs) {
            var detail = server.json("runs/" + each.path("id").asString());
            assertThat(detail.path("tool").asString()).isEqualTo("gpucomm");
            assertThat(detail.path("ranks").toString()).isEqualTo("[4]");
            assertThat(detail.path("points").asInt()).isEqualTo(8);
            var facts = new HashMap<String, List<String>>();
            detail.path("fingerprint").forEach(fact -> facts
                    .computeIfAbsent(fact.path("name").asString(), name -> new ArrayList<>())
                    .add(fact.path("value").asString()));
            assertThat(facts).containsEntry("nccl_version", List.of("2.28.3")).containsEntry("gpus", List.of("4"))
                    .containsEntry("warmup_iters", List.of("1")).containsKeys("host", "cuda_driver_version")
                    .containsEntry("NCCL_ALGO", List.of(each.path("section").asInt() % 2 == 1 ? "Ring" : "Tree"));
        }
    }

    @Test
    void theChartsHaveTheVeryValuesOfTheCsv() throws Exception {
        for (var metric : Map.of("time", "time_us", "busbw", "busbw_GBps", "algbw", "algbw_GBps").entrySet()) {
            var drawn = new TreeMap<String, Double>();
            for (int section = 1; section <= 4; section++) {
                var run = upload() + "-" + section;
                for (var curve : server.json("series?x=size&metric=" + metric.getKey() + "&run=" + run)
                        .path("series")) {
                    assertThat(curve.path("runs").toString()).isEqualTo("[\"" + run + "\"]");
                    for (var point : curve.path("points")) {
                        assertThat(point.path("n").asInt()).isEqualTo(1);
                        drawn.put(section + " " + curve.path("key").path("placement").asString() + " "
                                + point.path("x").asLong(), point.path("y").asDouble());
                    }
                }
            }
            var written = new TreeMap<String, Double>();
            for (var row : rows()) {
                written.put(row.get("section") + " " + row.get("placement") + " " + row.get("message_bytes"),
                        Double.valueOf(row.get(metric.getValue())));
            }
            assertThat(drawn).as(metric.getKey()).isEqualTo(written).hasSize(32);
        }
    }

    @Test
    void theRunCanBeTakenOutAgainAsTheSameCsv() throws Exception {
        var lines = Files.readAllLines(csv);
        var fromServer = server.get("/api/v1/runs/" + upload() + "-3.csv").body().lines().toList();
        assertThat(fromServer.getFirst()).isEqualTo(lines.getFirst());
        assertThat(fromServer.subList(1, fromServer.size()))
                .containsExactlyElementsOf(lines.stream().filter(line -> line.startsWith("plan.csv,3,")).toList());
    }

    /** The family of the runner's tests, which copies memory of the host: the server has not heard of it before. */
    @Test
    void whatAFamilyWithoutAGpuMeasuresIsChartedToo(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isDirectory(Runner.testsOfTheRunner().resolve("org")), "the runner's tests are not compiled");
        var results = folder.resolve("copies.csv");
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        var copied = Runner.onFakes(folder.resolve("fakes"), 1).hostCopies(2, "127.0.0.1:" + port, "-b", "64K", "-e",
                "1M", "-f", "4", "--code-warmups", "10", "-O", results.toString(), "--upload", server.root().toString(),
                "--token", "secret");
        assertThat(copied.code()).as(copied.output()).isZero();
        var written = new TreeMap<Long, Double>();
        for (var row : rows(results)) {
            assertThat(row.get("library") + " " + row.get("ranks") + " " + row.get("wrong")).isEqualTo("host 2 0");
            written.put(Long.valueOf(row.get("message_bytes")), Double.valueOf(row.get("algbw_GBps")));
        }
        var drawn = new TreeMap<Long, Double>();
        for (var curve : server.json("series?x=size&metric=algbw&run=" + upload(copied) + "-1").path("series")) {
            curve.path("points").forEach(point -> drawn.put(point.path("x").asLong(), point.path("y").asDouble()));
        }
        assertThat(drawn).isEqualTo(written).containsOnlyKeys(65536L, 262144L, 1048576L);
    }

    private String upload() {
        return upload(run);
    }

    private static String upload(ServerProcess.Ended ended) {
        var link = ended.output().lines().filter(line -> line.contains("is uploaded: ")).findFirst().orElseThrow();
        return link.substring(link.lastIndexOf('/') + 1).strip();
    }

    /** Rows of the CSV as maps from column to text, split at commas: nothing of it is quoted. */
    private List<Map<String, String>> rows() throws IOException {
        return rows(csv);
    }

    private static List<Map<String, String>> rows(Path file) throws IOException {
        var lines = Files.readAllLines(file);
        assertThat(lines).noneMatch(line -> line.contains("\""));
        var header = lines.getFirst().split(",", -1);
        var rows = new ArrayList<Map<String, String>>();
        for (var line : lines.subList(1, lines.size())) {
            var cells = line.split(",", -1);
            assertThat(cells).hasSameSizeAs(header);
            var row = new HashMap<String, String>();
            for (int i = 0; i < header.length; i++) {
                row.put(header[i], cells[i]);
            }
            rows.add(row);
        }
        return rows;
    }
}
