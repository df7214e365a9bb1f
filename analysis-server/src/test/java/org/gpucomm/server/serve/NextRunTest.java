package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/**
 * From a log to the run that answers it: results are uploaded, a finding names a command, a shell runs that very text, and the
 * upload that comes back answers the finding. Nobody types a flag in between.
 */
@Timeout(400)
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
    private static final String QUESTION = "Every point was measured once";

    @Test
    void theCommandOfAFindingMeasuresUploadsAndAnswersIt(@TempDir Path folder) throws Exception {
        assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch(bin -> Files.exists(Path.of(bin, "curl"))),
                "no curl on the PATH");
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
