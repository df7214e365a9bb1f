package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Uploads come in while pages ask: each answer is over the uploads until the number that it names, and over no other. */
@Tag("nightly")
class ConsistentAnswersTest {

    private static final int UPLOADS = 25;
    private static final List<String> PAGES = List.of("series?operation=all_reduce&metric=busbw&combine=repetitions",
            "runs?size=100&operation=all_reduce", "scaling?operation=all_reduce", "histories?operation=all_reduce");

    @TempDir
    private Path dataDir;

    @Test
    void onH2() throws Exception {
        assertConsistent();
    }

    @Test
    void onPostgresql() throws Exception {
        try (var postgresql = EmbeddedDatabase.start()) {
            assertConsistent("--db-url", postgresql.getJdbcUrl("postgres", "postgres"));
        }
    }

    private void assertConsistent(String... database) throws Exception {
        var arguments = new java.util.ArrayList<>(List.of("--no-bundled"));
        arguments.addAll(List.of(database));
        try (var server = ServerProcess.start(dataDir, arguments.toArray(new String[0]))) {
            var uploads = CompletableFuture.runAsync(() -> upload(server));
            var answers = new LinkedHashMap<String, Set<JsonNode>>();
            var numbers = new TreeSet<Long>();
            while (!uploads.isDone()) {
                for (var page : PAGES) {
                    var answer = server.json(page);
                    long until = answer.path("data").path("until").asLong();
                    numbers.add(until);
                    answers.computeIfAbsent(page + "&until=" + until, added -> new LinkedHashSet<>())
                            .add(withoutData(answer));
                }
            }
            uploads.join();
            assertThat(numbers).as("asked between uploads").hasSizeGreaterThan(3);
            for (var each : answers.entrySet()) {
                assertThat(each.getValue()).as(each.getKey())
                        .containsExactly(withoutData(server.json(each.getKey())));
            }
        }
    }

    private static void upload(ServerProcess server) {
        try {
            for (int night = 1; night <= UPLOADS; night++) {
                var log = FleetLogs.nights(2, night);
                assertThat(ServerProcess.json(server.upload(log.filename(), log.text())).path("state").asString())
                        .isEqualTo("ready");
            }
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode withoutData(JsonNode answer) {
        var bare = ((ObjectNode) answer).deepCopy();
        assertThat(bare.remove("data")).isNotNull();
        return bare;
    }
}
