package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/** Answers are cached, and clients keep theirs, until the data changes. */
@Tag("nightly")
class AnswerCacheTest {

    private static final String CURVES = "series?operation=all_reduce&metric=busbw&combine=repetitions";
    private static final String SCALING = "scaling?operation=all_reduce";

    @TempDir
    private Path dataDir;

    @Test
    void aQuestionThatWasAskedReadsNoPointsAgainUntilSomethingIsPublished() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var server = ServerProcess.start(dataDir, "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"));
                var connection = postgresql.getPostgresDatabase().getConnection()) {
            upload(server, 1);
            var curves = server.get("/api/v1/" + CURVES);
            var scaling = server.get("/api/v1/" + SCALING).body();
            connection.setAutoCommit(false);
            connection.createStatement().execute("lock table curve in access exclusive mode");
            var again = server.get("/api/v1/" + CURVES);
            assertThat(again.body()).isEqualTo(curves.body());
            assertThat(again.headers().firstValue("Content-Type"))
                    .isEqualTo(curves.headers().firstValue("Content-Type"));
            assertThat(again.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(server.get("/api/v1/" + SCALING).body()).isEqualTo(scaling);
            connection.rollback();
            upload(server, 2);
            assertThat(server.json(CURVES).path("data").path("until").asLong()).isEqualTo(2);
            assertThat(server.json(CURVES).path("matching").path("runs").asInt())
                    .isEqualTo(2 * ServerProcess.json(curves).path("matching").path("runs").asInt());
        }
    }

    @Test
    void whatPeopleSayAndHideIsInTheNextAnswer() throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            var id = upload(server, 1);
            upload(server, 2);
            assertThat(runs(server, "q=golden")).isZero();
            assertThat(runs(server, "tag=golden")).isZero();
            change(server, "PUT", "runs/" + id + "-1/marks", "{\"tags\": [\"golden\"]}");
            assertThat(runs(server, "q=golden")).isEqualTo(1);
            assertThat(runs(server, "tag=golden")).isEqualTo(1);
            assertThat(runs(server, "q=renamed")).isZero();
            change(server, "PATCH", "uploads/" + id, "{\"title\": \"renamed night\"}");
            assertThat(runs(server, "q=renamed")).isPositive();
            int all = server.json(CURVES).path("matching").path("runs").asInt();
            assertThat(server.send(server.request("/api/v1/uploads/" + id).DELETE()).statusCode()).isBetween(200, 204);
            assertThat(server.json(CURVES).path("matching").path("runs").asInt()).isEqualTo(all / 2);
            assertThat(runs(server, "q=golden")).isZero();
        }
    }

    @Test
    void notesAndTagsAreInTheNextAnswer() throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            var id = upload(server, 1) + "-1";
            assertThat(runs(server, "q=changed")).isZero();
            server.json("overview");
            change(server, "PUT", "runs/" + id + "/marks",
                    "{\"note\": \"a cable was changed\", \"tags\": [\"cable\"]}");
            assertThat(runs(server, "q=changed")).isEqualTo(1);
            change(server, "PUT", "runs/" + id + "/marks", "{\"note\": \"nothing was done\"}");
            assertThat(runs(server, "q=changed")).isZero();
            assertThat(server.json("overview").path("latestRuns").valueStream()
                    .filter(run -> run.path("id").asString().equals(id)).findFirst().orElseThrow().path("tags").get(0)
                    .asString()).isEqualTo("cable");
        }
    }

    @Test
    void aClientThatHasTheAnswerIsNotSentItAgainUntilTheDataChanges() throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            var id = upload(server, 1);
            for (var path : List.of(CURVES, "uploads", "overview", "histories")) {
                var first = conditional(server, path, "W/\"none\"", "application/json");
                var tag = first.headers().firstValue("ETag").orElseThrow();
                assertThat(first.headers().firstValue("Cache-Control")).as(path).hasValue("private, no-cache");
                var again = conditional(server, path, tag, "application/json");
                assertThat(again.statusCode()).as(path).isEqualTo(304);
                assertThat(again.body()).isEmpty();
                assertThat(again.headers().firstValue("ETag")).hasValue(tag);
                assertThat(conditional(server, path, tag, "application/hal+json, */*").statusCode())
                        .as("another representation of " + path).isEqualTo(200);
                change(server, "PATCH", "uploads/" + id, "{\"title\": \"" + path.hashCode() + "\"}");
                var changed = conditional(server, path, tag, "application/json");
                assertThat(changed.statusCode()).as(path + " after a change").isEqualTo(200);
                assertThat(changed.headers().firstValue("ETag")).isNotEqualTo(tag);
            }
            assertThat(server.get("/api/v1/histories/none").headers().firstValue("ETag")).isEmpty();
        }
    }

    private static HttpResponse<String> conditional(ServerProcess server, String path, String tag, String accept)
            throws IOException, InterruptedException {
        return server
                .send(server.request("/api/v1/" + path).header("If-None-Match", tag).header("Accept", accept).GET());
    }

    @Test
    void aBaselineThatBecomesOtherRunsIsInTheNextAnswer() throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            var first = upload(server, 1) + "-1";
            var second = upload(server, 2) + "-1";
            var history = "histories/" + server.json("histories").path("items").get(0).path("id").asString();
            assertThat(server.json(history).path("baselines").size()).isZero();
            for (var runs : List.of(List.of(first), List.of(first, second))) {
                change(server, "PUT", "baselines/golden", "{\"runs\": [\"" + String.join("\", \"", runs) + "\"]}");
                assertThat(server.json(history).path("baselines").get(0).path("runs").valueStream()
                        .map(JsonNode::asString).toList()).isEqualTo(runs);
                assertThat(server.json("scaling?upload=baseline:golden").path("measurements").asInt())
                        .isEqualTo(18 * runs.size());
            }
            change(server, "DELETE", "baselines/golden", "");
            assertThat(server.json(history).path("baselines").size()).isZero();
        }
    }

    @Test
    void manyWhoAskTheSameAtOnceAreGivenOneAnswer() throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled");
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int night = 1; night <= 3; night++) {
                upload(server, night);
                Callable<String> ask = () -> server.get("/api/v1/" + CURVES).body();
                var answers = new HashSet<String>();
                for (var answer : clients.invokeAll(Stream.generate(() -> ask).limit(20).toList())) {
                    answers.add(answer.get());
                }
                assertThat(answers).containsExactly(server.get("/api/v1/" + CURVES).body());
                assertThat(server.json(CURVES).path("data").path("until").asInt()).isEqualTo(night);
            }
            assertThat(server.get("/api/v1/series?operation=nothing").statusCode()).isEqualTo(400);
        }
    }

    private static String upload(ServerProcess server, int night) throws IOException, InterruptedException {
        var log = FleetLogs.nights(2, night);
        var answer = ServerProcess.json(server.upload(log.filename(), log.text()));
        assertThat(answer.path("state").asString()).isEqualTo("ready");
        return answer.path("id").asString();
    }

    private static int runs(ServerProcess server, String search) throws IOException, InterruptedException {
        var answer = server.json("runs?" + search);
        assertThat(answer.path("items").size()).as(search).isEqualTo(answer.path("total").asInt());
        return answer.path("total").asInt();
    }

    private static void change(ServerProcess server, String method, String path, String json)
            throws IOException, InterruptedException {
        var answer = server.send(server.request("/api/v1/" + path).header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json)));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }
}
