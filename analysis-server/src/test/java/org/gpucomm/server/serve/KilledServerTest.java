package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.database.Database;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

class KilledServerTest {

    private static final int ROWS = 120_000;
    /** H2 writes a commit to its file half a second later: so that some are there. */
    private static final int SEVERAL_CHUNKS = 90_000;

    @TempDir
    Path dataDir;

    @Test
    void anImportThatIsCutByKill9IsCompleteAfterTheNextStartWithEachRowOnce() throws Exception {
        anImportThatIsCutIsComplete();
    }

    @Tag("nightly")
    @Test
    void soItIsOnPostgresql() throws Exception {
        try (var postgresql = EmbeddedDatabase.start()) {
            anImportThatIsCutIsComplete("--db-url", postgresql.getJdbcUrl("postgres", "postgres"));
        }
    }

    @Tag("nightly")
    @Test
    void anImportWhoseServerIsKilledAgainJustAsItIsTakenUpIsCompleteToo() throws Exception {
        var id = cutAnImport(SEVERAL_CHUNKS);
        var database = Database.inDirectory(dataDir);
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password())) {
            beginAStepThatKnowsNothing(connection);
        }
        assertComplete(id);
    }

    @Tag("nightly")
    @Test
    void soItIsOnPostgresqlWhenKilledTwice() throws Exception {
        try (var postgresql = EmbeddedDatabase.start()) {
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            var id = cutAnImport(SEVERAL_CHUNKS, "--db-url", url);
            try (var connection = postgresql.getPostgresDatabase().getConnection()) {
                beginAStepThatKnowsNothing(connection);
            }
            assertComplete(id, "--db-url", url);
        }
    }

    /** After a pause of the whole server its heartbeats have ceased, and it may look for dead tasks before the next one. */
    @Tag("nightly")
    @Test
    void anImportWhoseHeartbeatsCeasedIsNotBegunASecondTimeByTheServerThatIsAtIt() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var server = ServerProcess.start(dataDir, "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"));
                var connection = postgresql.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            // So that the import is under way until this ends: publishing needs the row.
            statement.executeUpdate("update publication set version = version");
            var id = send(server);
            awaitLines(server, id, ROWS);
            try (var other = postgresql.getPostgresDatabase().getConnection(); var change = other.createStatement()) {
                var end = Instant.now().plusSeconds(20);
                while (Instant.now().isBefore(end)) {
                    change.executeUpdate(
                            "update scheduled_tasks set last_heartbeat = current_timestamp - interval '1 hour'"
                                    + " where picked");
                    Thread.sleep(10);
                }
            }
            connection.commit();
            assertComplete(id, server);
            try (var executions = statement.executeQuery("select count(*) from batch_job_execution")) {
                executions.next();
                assertThat(executions.getLong(1)).as("executions of the job").isEqualTo(1);
            }
        }
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {2_000, 30_000, 60_000, 90_000})
    void anImportInWhichTheServerIsPausedForLongerThanItsHeartbeatsIsComplete(int lines) throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            var id = send(server);
            awaitLines(server, id, lines);
            server.signal("STOP");
            // What is tested is that this takes longer than heartbeats may be away.
            Thread.sleep(14_000);
            server.signal("CONT");
            assertComplete(id, server);
            assertThat(send(server)).as("sent again it is found").isEqualTo(id);
            assertComplete(id, server);
        }
    }

    @Tag("nightly")
    @Test
    void anImportThatHasLostRowsIsRefusedAndCompleteWhenItsFileIsSentAgain() throws Exception {
        var id = cutAnImport(SEVERAL_CHUNKS);
        change("delete from curve where part = 1");
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            var upload = awaitEnd(server, id);
            assertThat(upload.path("state").asString()).as(upload.toString()).isEqualTo("failed");
            assertThat(upload.path("message").asString()).contains("Upload it again");
            assertThat(server.json("runs").path("total").asInt()).isZero();
            assertThat(send(server)).isEqualTo(id);
            assertComplete(id, server);
        }
    }

    private void change(String... statements) throws SQLException {
        var database = Database.inDirectory(dataDir);
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
            }
        }
    }

    /**
     * Does to the tables what a server does that takes up an import and is killed before its step has read anything: Batch has
     * marked the earlier step as failed and inserted a new one with an empty context.
     */
    private static void beginAStepThatKnowsNothing(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("""
                        select count(*) from measurement m join run r on r.id = m.run_id where r.state = 'importing'
                        """)) {
            rows.next();
            assertThat(rows.getInt(1)).as("rows in the tables").isBetween(1, ROWS - 1);
            for (var sql : List.of(
                    "update batch_step_execution set status = 'FAILED', exit_code = 'FAILED' where status = 'STARTED'",
                    "update batch_job_execution set status = 'FAILED', exit_code = 'FAILED', end_time = start_time"
                            + " where status = 'STARTED'",
                    """
                    insert into batch_job_execution (job_execution_id, version, job_instance_id, create_time, start_time, status)
                    select job_execution_id + 1000000, version, job_instance_id, create_time, start_time, 'STARTED'
                      from batch_job_execution where status = 'FAILED'
                    """,
                    """
                    insert into batch_job_execution_params
                    select job_execution_id + 1000000, parameter_name, parameter_type, parameter_value, identifying
                      from batch_job_execution_params
                     where job_execution_id in (select job_execution_id from batch_job_execution where status = 'FAILED')
                    """,
                    """
                    insert into batch_job_execution_context
                    select job_execution_id + 1000000, short_context, serialized_context from batch_job_execution_context
                     where job_execution_id in (select job_execution_id from batch_job_execution where status = 'FAILED')
                    """,
                    """
                    insert into batch_step_execution (step_execution_id, version, step_name, job_execution_id, create_time,
                           start_time, status, commit_count, read_count, filter_count, write_count, read_skip_count,
                           write_skip_count, process_skip_count, rollback_count)
                    select step_execution_id + 1000000, 1, step_name, job_execution_id + 1000000, create_time, start_time,
                           'STARTED', 0, 0, 0, 0, 0, 0, 0, 0 from batch_step_execution where status = 'FAILED'
                    """,
                    """
                    insert into batch_step_execution_context
                    select s.step_execution_id, c.short_context, c.serialized_context
                      from batch_step_execution s join batch_job_execution_context c on c.job_execution_id = s.job_execution_id
                     where s.status = 'STARTED'
                    """)) {
                assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
            }
        }
    }

    private void anImportThatIsCutIsComplete(String... arguments) throws Exception {
        assertComplete(cutAnImport(2_000, arguments), arguments);
    }

    /**
     * @param lines that were in the tables when the server was killed
     * @return the id of an upload, part of which is in the tables
     */
    private String cutAnImport(int lines, String... arguments) throws Exception {
        String id;
        try (var server = ServerProcess.start(dataDir, withoutBundled(arguments))) {
            id = send(server);
            var half = awaitLines(server, id, lines);
            server.kill();
            assertThat(half.path("state").asString()).as("killed too late to prove anything").isEqualTo("importing");
        }
        return id;
    }

    private static String send(ServerProcess server) throws Exception {
        var answer = server.send(server.request("/api/v1/uploads?wait=0&filename=large.csv")
                .POST(BodyPublishers.ofString(largeCsv())));
        assertThat(answer.statusCode()).isIn(200, 201);
        return ServerProcess.json(answer).path("id").asString();
    }

    private static JsonNode awaitLines(ServerProcess server, String id, int lines) throws Exception {
        var half = server.json("uploads/" + id);
        while (half.path("lines").asInt() < lines) {
            Thread.sleep(5);
            half = server.json("uploads/" + id);
        }
        return half;
    }

    private void assertComplete(String id, String... arguments) throws Exception {
        try (var server = ServerProcess.start(dataDir, withoutBundled(arguments))) {
            assertComplete(id, server);
        }
    }

    private static void assertComplete(String id, ServerProcess server) throws Exception {
        var upload = awaitEnd(server, id);
        assertThat(upload.path("state").asString()).as(upload.toString()).isEqualTo("ready");
        assertThat(upload.path("rows").asInt()).isEqualTo(ROWS);
        assertThat(upload.path("lines").asInt()).isEqualTo(ROWS + 1);
        assertEachRowOnce(server, upload.path("runIds").get(0).asString());
    }

    private static JsonNode awaitEnd(ServerProcess server, String id) throws Exception {
        var upload = server.json("uploads/" + id);
        while (upload.path("state").asString().equals("importing")) {
            int shown = server.json("runs?upload=" + id).path("total").asInt();
            Thread.sleep(200);
            upload = server.json("uploads/" + id);
            // It may have ended after the runs were asked for, but not before.
            if (upload.path("state").asString().equals("importing")) {
                assertThat(shown).as("nobody sees half a run").isZero();
            }
        }
        return upload;
    }

    /** Row i has message size i. */
    private static void assertEachRowOnce(ServerProcess server, String run) throws Exception {
        var seen = new BitSet(ROWS + 1);
        long total = 0;
        for (int page = 0; total < ROWS; page++) {
            var points = server.json("runs/" + run + "/points?size=5000&page=" + page);
            assertThat(points.path("total").asInt()).isEqualTo(ROWS);
            int size = columnOf(points, "message_bytes");
            for (var row : points.path("rows")) {
                seen.set(row.get(size).asInt());
                total++;
            }
            assertThat(points.path("rows").size()).isPositive();
        }
        assertThat(total).isEqualTo(ROWS);
        assertThat(seen.cardinality()).isEqualTo(ROWS);
    }

    /** Only the one import matters here. */
    private static String[] withoutBundled(String... arguments) {
        return Stream.concat(Stream.of("--no-bundled"), Stream.of(arguments)).toArray(String[]::new);
    }

    private static int columnOf(JsonNode points, String name) {
        for (int i = 0; i < points.path("columns").size(); i++) {
            if (points.path("columns").get(i).asString().equals(name)) {
                return i;
            }
        }
        throw new AssertionError("no column " + name);
    }

    private static String largeCsv() {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 1; i <= ROWS; i++) {
            csv.append("large.log,1,nccl-tests,,nccl,,all_reduce,,,,1,8,,").append(i)
                    .append(",float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,,\n");
        }
        return csv.toString();
    }
}
