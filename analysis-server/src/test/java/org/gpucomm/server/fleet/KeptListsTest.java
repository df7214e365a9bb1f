package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * Lists in a cache are never older than what they list: after each change all servers give the answer that they give to somebody
 * who asks in a way in which nobody asked before.
 */
@Tag("nightly")
class KeptListsTest {

    private static final List<String> KEPT = List.of("overview", "runs", "runs?q=golden", "runs?tag=golden",
            "runs?q=renamed", "runs?flag=incomplete", "uploads", "uploads?hidden=true", "uploads?q=renamed", "facets",
            "series?operation=all_reduce&metric=busbw", "scaling?operation=all_reduce");
    private static final String LOST = "size,time\n8,fast\n16,slow\n";

    @TempDir
    private Path dataDir;

    private int asked;

    @FunctionalInterface
    private interface Change {
        void by(ServerProcess server) throws IOException, InterruptedException;
    }

    @Test
    void everyChangeIsInTheNextAnswerOfBothServersOnPostgresql() throws Exception {
        try (var postgresql = EmbeddedDatabase.start()) {
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            try (var one = ServerProcess.start(dataDir, "--no-bundled", "--db-url", url);
                    var other = ServerProcess.start(dataDir, "--no-bundled", "--db-url", url)) {
                assertNothingIsOld(one, other);
                assertEveryStepOfAnImportIsShown(postgresql, one, other);
            }
        }
    }

    @Test
    void everyChangeIsInTheNextAnswerOnH2() throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            assertNothingIsOld(server, server);
        }
    }

    @Test
    void whoMayNotReadIsNotGivenWhatIsKeptAndLinksLeadWhereTheAskerFindsTheServer() throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled", "--closed", "--token", "a-long-token",
                "--trusted-proxy", "127.0.0.1")) {
            var authorization = new String[]{"Authorization", "Bearer a-long-token"};
            assertThat(server.upload("one.log", FleetLogs.nights(2, 1).text(), authorization).statusCode())
                    .isEqualTo(201);
            for (var path : KEPT) {
                for (int i = 0; i < 2; i++) {
                    assertThat(get(server, path, authorization).statusCode()).as(path).isEqualTo(200);
                }
                assertThat(get(server, path).statusCode()).as(path).isEqualTo(401);
            }
            assertThat(get(server, "overview", "Authorization", "Bearer another-token").statusCode()).isEqualTo(401);
            assertThat(link(get(server, "uploads", authorization))).startsWith(server.root().toString());
            assertThat(link(get(server, "uploads", "Authorization", "Bearer a-long-token", "X-Forwarded-Prefix", "/lab",
                    "X-Forwarded-Host", "127.0.0.1:81"))).startsWith("http://127.0.0.1:81/lab/uploads/");
            assertThat(link(get(server, "uploads", authorization))).startsWith(server.root().toString());
        }
    }

    private void assertNothingIsOld(ServerProcess one, ServerProcess other) throws Exception {
        var log = FleetLogs.nights(2, 1);
        var id = ServerProcess.json(one.upload(log.filename(), log.text())).path("id").asString();
        var changes = new LinkedHashMap<String, Change>();
        changes.put("another upload", server -> {
            var second = FleetLogs.nights(2, 2);
            assertThat(server.upload(second.filename(), second.text()).statusCode()).isEqualTo(201);
        });
        changes.put("an upload that cannot be read", server -> assertThat(
                server.upload("lost.log", "nothing that anybody knows\n").statusCode()).isEqualTo(201));
        changes.put("the same under another name", server -> assertThat(
                server.upload("found.log", "nothing that anybody knows\n").statusCode()).isEqualTo(200));
        changes.put("a table of unknown columns", server -> assertThat(
                server.upload("mine.csv", LOST).statusCode()).isEqualTo(201));
        changes.put("a tag", server -> change(server, "PUT", "runs/" + id + "-1/marks", "{\"tags\": [\"golden\"]}"));
        changes.put("no tag", server -> change(server, "PUT", "runs/" + id + "-1/marks", "{\"tags\": []}"));
        changes.put("a note",
                server -> change(server, "PUT", "runs/" + id + "-1/marks", "{\"note\": \"golden night\"}"));
        changes.put("a title", server -> change(server, "PATCH", "uploads/" + id, "{\"title\": \"renamed\"}"));
        changes.put("no title", server -> change(server, "PATCH", "uploads/" + id, "{\"title\": \"\"}"));
        changes.put("hidden", server -> change(server, "PATCH", "uploads/" + id, "{\"hidden\": true}"));
        changes.put("shown", server -> change(server, "PATCH", "uploads/" + id, "{\"hidden\": false}"));
        changes.put("deleted", server -> change(server, "DELETE", "uploads/" + id, ""));
        changes.put("put back", server -> change(server, "PATCH", "uploads/" + id, "{\"hidden\": false}"));
        changes.put("erased", server -> change(server, "DELETE", "uploads/" + id + "?now=true", ""));
        for (var each : changes.entrySet()) {
            var before = kept(one);
            assertThat(kept(other)).as("before " + each.getKey()).isEqualTo(before);
            each.getValue().by(one);
            var after = kept(one);
            assertThat(after).as(each.getKey()).isNotEqualTo(before).isEqualTo(unasked(one));
            assertThat(kept(other)).as(each.getKey() + ", at the other").isEqualTo(unasked(other)).isEqualTo(after);
        }
    }

    /** What is written of a reading before it ends, as an import writes it, a statement at a time. */
    private void assertEveryStepOfAnImportIsShown(EmbeddedPostgres postgresql, ServerProcess one, ServerProcess other)
            throws Exception {
        try (var connection = postgresql.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            var reading = " where id = (select max(id) from reading)";
            // So that neither server touches it.
            statement.execute("insert into scheduled_tasks (task_name, task_instance, execution_time, picked,"
                    + " last_heartbeat, version) select 'import-another', max(id), current_timestamp, true,"
                    + " current_timestamp + interval '1 hour', 1 from reading");
            statement.execute("update reading set state = 'importing'" + reading);
            for (var column : List.of("line_count", "row_lines", "note_count", "problem_count", "file_problems",
                    "row_count", "run_count", "message", "format", "format_description", "summary")) {
                var before = kept(one);
                statement.execute("update reading set " + column + " = "
                        + (column.matches("message|format.*|summary") ? "'another'" : column + " + 1") + reading);
                assertThat(kept(one)).as(column).isNotEqualTo(before).isEqualTo(unasked(one));
                assertThat(kept(other)).as(column).isEqualTo(unasked(other));
            }
        }
    }

    private static Map<String, String> kept(ServerProcess server) throws IOException, InterruptedException {
        var answers = new LinkedHashMap<String, String>();
        for (var path : KEPT) {
            var first = get(server, path).body();
            assertThat(get(server, path).body()).as(path).isEqualTo(first);
            answers.put(path, first.replace(server.root().toString(), "/"));
        }
        return answers;
    }

    /** The same, asked so that the answer is not cached. */
    private Map<String, String> unasked(ServerProcess server) throws IOException, InterruptedException {
        var answers = new LinkedHashMap<String, String>();
        for (var path : KEPT) {
            var answer = get(server, path, "Accept", "application/json, text/x-" + ++asked + ";q=0.1");
            answers.put(path, answer.body().replace(server.root().toString(), "/"));
        }
        return answers;
    }

    private static HttpResponse<String> get(ServerProcess server, String path, String... headers)
            throws IOException, InterruptedException {
        var request = server.request("/api/v1/" + path);
        return server.send(headers.length == 0 ? request : request.headers(headers));
    }

    private static String link(HttpResponse<String> uploads) {
        return ServerProcess.json(uploads).path("items").get(0).path("url").asString();
    }

    private static void change(ServerProcess server, String method, String path, String json)
            throws IOException, InterruptedException {
        var answer = server.send(server.request("/api/v1/" + path).header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json)));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }
}
