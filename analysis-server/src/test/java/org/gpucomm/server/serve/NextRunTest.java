package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/**
 * From a log to the run that answers it: results are uploaded, a finding names a command, a shell runs that very text, and the
 * upload that comes back answers the finding. Nobody types a flag in between.
 */
@Timeout(400)
@Tag("nightly")
class NextRunTest {

    private static final String ONCE = """
            operations: all_reduce
            gpus: 2
            sizes: {from: 1K, to: 16K, factor: 4}
            iterations: 4
            warmups: 1
            settings:
              ring: {NCCL_ALGO: Ring}
            """;
    private static final String OSU_COMMAND = "-np 2 --map-by node /opt/osu/pt2pt/osu_latency -m 8:4096";
    private static final String OSU = """
            # OSU MPI Latency Test v5.9
            # Size          Latency (us)
            8                       1.70
            64                      1.80
            512                     2.30
            4096                    4.90
            """;
    private static final String QUESTION = "Every point was measured once";

    @Test
    void theCommandOfAFindingMeasuresUploadsAndAnswersIt(@TempDir Path folder) throws Exception {
        assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch(bin -> Files.exists(Path.of(bin, "curl"))),
                "no curl (install curl)");
        try (var server = ServerProcess.start(folder.resolve("data"))) {
            server.awaitImports();
            var runner = Runner.onFakes(folder.resolve("fakes"), 2);
            Files.writeString(folder.resolve("once.yaml"), ONCE + "upload: " + server.root() + "\n");
            var dropped = upload(runner.shell(folder, "gpucomm run once.yaml"));

            server.awaitImports();
            var open = finding(server.json("findings?upload=" + dropped));
            assertThat(open).hasSize(1);
            var command = open.getFirst().path("next").asString();
            assertThat(command).startsWith("curl -fsSo next.yaml '" + server.root())
                    .endsWith("next.yaml?upload=" + dropped + "' && gpucomm run next.yaml");
            var answer = runner.shell(folder, command);
            assertThat(answer.code()).as(answer.output()).isZero();

            var answered = upload(answer);
            server.awaitImports();
            assertThat(finding(server.json("findings?upload=" + dropped + "&upload=" + answered))).isEmpty();
            assertThat(finding(server.json("findings?upload=" + answered))).isEmpty();
            var plan = Files.readString(folder.resolve("next.yaml"));
            int repetitions = Integer.parseInt(plan.replaceAll("(?s).*\nrepetitions: (\\d+)\n.*", "$1"));
            assertThat(repetitions).isGreaterThanOrEqualTo(3);
            var rows = Files.readAllLines(folder.resolve("next.jsonl")).stream()
                    .filter(line -> line.contains("\"message_bytes\"")).toList();
            assertThat(rows).hasSize(repetitions * 3 * 2);
        }
    }

    /** OSU's program under a launcher, which gpucomm cannot measure itself: the plan runs the command that the log shows. */
    @Test
    void thePlanOfAnotherProgramRunsItUnderItsLauncherReadsItAndAnswersTheFinding(@TempDir Path folder)
            throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            var runner = Runner.onFakes(folder.resolve("fakes"), 2);
            var calls = folder.resolve("calls");
            var mpirun = Files.writeString(
                    Files.createDirectories(folder.resolve("fakes/bin")).resolve("mpirun"), """
                            #!/bin/sh
                            echo "$* | MARK=$MARK_OF_THE_SHELL" >>CALLS
                            cat <<LOG
                            %sLOG
                            """.formatted(OSU).replace("CALLS", "'" + calls + "'"));
            assertThat(mpirun.toFile().setExecutable(true)).isTrue();
            var log = Files.writeString(folder.resolve("osu.log"), "$ mpirun " + OSU_COMMAND + "\n" + OSU);
            var dropped = ServerProcess.json(server.upload("osu.log", Files.readString(log))).path("id").asString();
            assertThat(finding(server.json("findings?upload=" + dropped))).hasSize(1);

            var plan = folder.resolve("next.yaml");
            var written = ServerProcess.run("next", log.toString(), "--upload", server.root().toString(), "-o",
                    plan.toString());
            assertThat(written.output()).as("somebody reads it first")
                    .contains("It has commands of the logs: read them");
            int repetitions = Integer
                    .parseInt(Files.readString(plan).replaceAll("(?s).*\nrepetitions: (\\d+)\n.*", "$1"));
            var ran = runner.shell(folder, "MARK_OF_THE_SHELL=here gpucomm run next.yaml");
            var answered = upload(ran);

            assertThat(Files.readAllLines(calls)).hasSize(repetitions).containsOnly(OSU_COMMAND + " | MARK=here");
            server.awaitImports();
            var runs = server.json("runs?upload=" + answered + "&size=100").path("items");
            assertThat(runs).hasSize(repetitions).allSatisfy(run -> {
                assertThat(run.path("tool").asString()).isEqualTo("osu");
                assertThat(run.path("points").asInt()).isEqualTo(4);
                assertThat(run.path("minTime").asDouble()).isEqualTo(1.70);
            });
            assertThat(finding(server.json("findings?upload=" + dropped + "&upload=" + answered))).isEmpty();
        }
    }

    private static List<JsonNode> finding(JsonNode findings) {
        var open = new ArrayList<JsonNode>();
        findings.path("items").forEach(each -> {
            if (each.path("sentence").asString().startsWith(QUESTION)) {
                open.add(each);
            }
        });
        return open;
    }

    private static String upload(ServerProcess.Ended ended) {
        assertThat(ended.code()).as(ended.output()).isZero();
        var link = ended.output().lines().filter(line -> line.contains("is uploaded: ")).findFirst().orElseThrow();
        return link.substring(link.lastIndexOf('/') + 1).strip();
    }
}
