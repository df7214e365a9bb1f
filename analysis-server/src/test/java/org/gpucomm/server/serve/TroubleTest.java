package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.sql.DriverManager;
import java.util.List;
import java.util.concurrent.Callable;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A full disk, an unreachable database, a server that gets a signal to stop. */
@Tag("nightly")
class TroubleTest {

    private static final int ROWS = 120_000;
    private static final String LOG = """
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                 1048576        262144     float     sum      -1    60.00   17.48   32.77      0    60.00   17.48   32.77      0
            """;

    @TempDir
    Path folder;

    @Test
    void whereTheDiskIsNearlyFullUploadsAreRefusedAndReadingGoesOn() throws Exception {
        try (var server = ServerProcess.start(folder, "--no-bundled", "--reserve", "1000TB")) {
            var refused = server.upload("a.log", "a");
            assertThat(refused.statusCode()).isEqualTo(507);
            assertThat(ServerProcess.json(refused).path("detail").asString()).contains("kept free");
            assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(503);
            assertThat(server.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            assertThat(server.get("/api/v1/runs").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void anUploadThatWasTakenOutlastsAPowerCutRightAfterTheAnswer(@TempDir Path changed) throws Exception {
        var classes = ChangedServer.with(changed, "server/database/Database.java", "\"jdbc:h2:file:\"",
                "org.gpucomm.server.serve.ForcedFile.URL");
        try (var server = ServerProcess.startWith(classes, folder, "--no-bundled")) {
            for (int i = 0; i < 5; i++) {
                assertThat(server.upload("log-" + i, LOG + i + "\n").statusCode()).isEqualTo(201);
            }
            server.kill();
        }
        ForcedFile.cutPower(folder.resolve("gpucomm.mv.db"));
        try (var server = ServerProcess.start(folder, "--no-bundled")) {
            assertThat(server.json("uploads").path("total").asInt()).isEqualTo(5);
        }
    }

    /** What the server keeps free may be taken by others; H2 closes its file then. On a disk of its own, where this user may mount one. */
    @Test
    void whereOthersFillTheDiskOfADatabaseInAFileTheNextStartGoesOnWhenThereIsRoom(@TempDir Path logs)
            throws Exception {
        var log = logs.resolve("log");
        assumeThat(Writability.run("mount", "-t", "tmpfs", "-o", "size=200m", "data", folder.toString()))
                .as("no disk of its own (be root, where file systems may be mounted)").isZero();
        try {
            String id;
            try (var server = ServerProcess.startLogging(log, folder, "--no-bundled", "--reserve", "8MB")) {
                assertThat(server.upload("kept.log", LOG).statusCode()).isEqualTo(201);
                id = begin(server);
                fill(folder.resolve("filled by others"));
                awaitReadiness(server, 503);
                var end = Instant.now().plusSeconds(60);
                while (server.get("/api/v1/runs").statusCode() == 200 && Instant.now().isBefore(end)) {
                    Thread.sleep(300);
                }
                assertThat(server.upload("later.log", LOG + "later\n").statusCode()).isIn(503, 507);
            }
            Files.delete(folder.resolve("filled by others"));
            try (var server = ServerProcess.start(folder, "--no-bundled")) {
                awaitReadiness(server, 200);
                awaitAllRows(server, id);
                assertThat(server.upload("later.log", LOG + "later\n").statusCode()).isEqualTo(201);
                assertThat(server.json("uploads").path("total").asInt()).isEqualTo(3);
            }
        } finally {
            Writability.run("umount", "-l", folder.toString());
        }
        assertThat(Files.readString(log)).as("a line a trouble").contains("make room").doesNotContain("\tat ");
    }

    private static void awaitAllRows(ServerProcess server, String id) throws Exception {
        var end = Instant.now().plusSeconds(300);
        while (!server.get("/api/v1/uploads/" + id).body().contains("\"ready\"")) {
            assertThat(Instant.now()).as(server.get("/api/v1/uploads/" + id).body()).isBefore(end);
            Thread.sleep(300);
        }
        assertThat(server.json("uploads/" + id).path("rows").asInt()).isEqualTo(ROWS);
    }

    /**
     * Where PostgreSQL cannot extend a table it refuses what needs that; where it cannot write ahead it ends, and starts anew by itself or
     * by anyone who runs it. The disk of its own is mounted, where this user may.
     *
     * @param part of PostgreSQL's folder that lies on it
     */
    @ParameterizedTest
    @ValueSource(strings = {"base", "pg_wal"})
    void whereOthersFillTheDiskOfPostgresqlTheServerGoesOnWhenThereIsRoom(String part, @TempDir Path logs)
            throws Exception {
        var data = folder.resolve("pg");
        EmbeddedDatabase.builder().setDataDirectory(data).setCleanDataDirectory(false).start().close();
        var disk = Files.createDirectory(folder.resolve("disk"));
        assumeThat(Writability.run("mount", "-t", "tmpfs", "-o", "size=160m", "pg", disk.toString()))
                .as("no disk of its own (be root, where file systems may be mounted)").isZero();
        var log = logs.resolve("log");
        try {
            assertThat(Writability.run("cp", "-a", data.resolve(part).toString(), disk.toString())).isZero();
            FileSystemUtils.deleteRecursively(data.resolve(part));
            Files.createSymbolicLink(data.resolve(part), disk.resolve(part));
            try (var database = new RestartedDatabase(data);
                    var server = ServerProcess.startLogging(log, folder.resolve("data"), "--no-bundled", "--db-url",
                            database.url())) {
                assertThat(server.upload("kept.log", LOG).statusCode()).isEqualTo(201);
                var sender = token(server);
                var id = begin(server);
                fill(disk.resolve("filled by others"));
                if (part.equals("pg_wal")) {
                    fillLog(database.url());
                }
                if (part.equals("base")) {
                    awaitAnotherTry(server, id);
                    assertThat(server.upload("later.log", LOG + "later\n").statusCode()).isIn(200, 201, 507);
                    assertThat(server.get("/api/v1/runs").statusCode()).isEqualTo(200);
                    assertThat(server.json("uploads/" + id).path("state").asString()).isEqualTo("importing");
                } else {
                    awaitReadiness(server, 503);
                    var refused = server.upload("later.log", LOG + "later\n", "Authorization", "Bearer " + sender);
                    assertThat(refused.statusCode()).as(refused.body()).isIn(503, 507);
                    assertThat(ServerProcess.json(refused).path("detail").asString()).containsAnyOf("make some",
                            "ask again");
                }
                Files.delete(disk.resolve("filled by others"));
                database.startIfItHasEnded();
                awaitReadiness(server, 200);
                awaitAllRows(server, id);
                assertThat(server.upload("later.log", LOG + "later\n").statusCode()).isIn(200, 201);
                assertThat(server.json("uploads").path("total").asInt()).isEqualTo(3);
                assertThat(server.json("uploads?q=kept").path("items").get(0).path("rows").asInt()).isEqualTo(2);
            }
        } finally {
            Writability.run("umount", "-l", disk.toString());
        }
        assertThat(Files.readString(log)).as("lines").doesNotContain("\tat ");
    }

    private static void awaitAnotherTry(ServerProcess server, String id) throws Exception {
        var end = Instant.now().plusSeconds(120);
        while (!server.get("/api/v1/uploads/" + id).body().contains("tried again by itself")) {
            assertThat(Instant.now()).as("the full disk fails the import").isBefore(end);
            Thread.sleep(300);
        }
    }

    /** Writes into the write-ahead log until PostgreSQL has no place for it and ends: an import alone may find enough. */
    private static void fillLog(String url) {
        assertThatThrownBy(() -> {
            try (var connection = DriverManager.getConnection(url); var statement = connection.createStatement()) {
                while (true) {
                    statement.execute("select pg_logical_emit_message(true, 'test', repeat('x', 1000000))");
                }
            }
        }).isInstanceOf(SQLException.class);
    }

    /** A PostgreSQL that somebody starts again, at the same port, when it has ended. */
    private static final class RestartedDatabase implements AutoCloseable {

        private final Path data;
        private EmbeddedPostgres now;

        private RestartedDatabase(Path data) throws IOException {
            this.data = data;
            this.now = EmbeddedDatabase.builder().setDataDirectory(data).setCleanDataDirectory(false).start();
        }

        private String url() {
            return now.getJdbcUrl("postgres", "postgres");
        }

        private void startIfItHasEnded() throws Exception {
            var end = Instant.now().plusSeconds(20);
            while (Instant.now().isBefore(end)) {
                try (var connection = now.getPostgresDatabase().getConnection()) {
                    connection.createStatement().execute("select 1");
                    return;
                } catch (SQLException away) {
                    Thread.sleep(500);
                }
            }
            int port = now.getPort();
            close();
            now = EmbeddedDatabase.builder().setDataDirectory(data).setCleanDataDirectory(false).setPort(port).start();
        }

        @Override
        public void close() throws IOException {
            now.close();
        }
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            var bytes = new byte[1 << 16];
            while (true) {
                out.write(bytes);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space");
        }
    }

    /** Of a folder on a disk of its own, where this user may mount one, or else a folder in which nothing may be made. */
    @Test
    void whileTheFolderOfUploadsMayOnlyBeReadUploadsAreRefusedAndThenTheServerGoesOnByItself() throws Exception {
        try (var server = ServerProcess.start(folder, "--no-bundled"); var store = new Writability(folder)) {
            store.is(true);
            assertThat(server.upload("kept.log", LOG).statusCode()).isEqualTo(201);
            store.is(false);
            var refused = server.upload("later.log", LOG + "later\n");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
            assertThat(ServerProcess.json(refused).path("detail").asString())
                    .contains("cannot use the store of its uploads").contains("later");
            awaitReadiness(server, 503);
            assertThat(server.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            var kept = server.json("uploads?q=kept").path("items").get(0).path("id").asString();
            assertThat(server.get("/api/v1/uploads/" + kept + "/raw").body()).isEqualTo(LOG);
            store.is(true);
            assertThat(server.upload("later.log", LOG + "later\n").statusCode()).isEqualTo(201);
            awaitReadiness(server, 200);
            assertThat(server.json("uploads").path("total").asInt()).isEqualTo(2);
        }
    }

    private static void awaitReadiness(ServerProcess server, int status) throws Exception {
        var end = Instant.now().plusSeconds(120);
        while (server.get("/actuator/health/readiness").statusCode() != status) {
            assertThat(Instant.now()).as("readiness is " + status).isBefore(end);
            Thread.sleep(300);
        }
    }

    /** Whether anything may be written where a server keeps uploads. */
    private static final class Writability implements AutoCloseable {

        private final Path uploads;
        private final boolean mounted;

        private Writability(Path dataDir) throws IOException {
            this.uploads = Files.createDirectories(dataDir.resolve("uploads"));
            this.mounted = run("mount", "-t", "tmpfs", "-o", "size=16m", "uploads", uploads.toString()) == 0;
        }

        private void is(boolean writable) throws IOException {
            if (mounted) {
                assertThat(run("mount", "-o", "remount," + (writable ? "rw" : "ro"), uploads.toString())).isZero();
            } else {
                try (var all = Files.walk(uploads)) {
                    for (var directory : all.filter(Files::isDirectory).toList()) {
                        Files.setPosixFilePermissions(directory,
                                PosixFilePermissions.fromString(writable ? "rwxr-xr-x" : "r-xr-xr-x"));
                    }
                }
                assumeThat(Files.isWritable(uploads))
                        .as("this user may write anywhere (be another user, or root where file systems may be mounted)")
                        .isEqualTo(writable);
            }
        }

        @Override
        public void close() throws IOException {
            if (mounted) {
                run("umount", "-l", uploads.toString());
            } else {
                is(true);
            }
        }

        private static int run(String... command) throws IOException {
            var process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.onExit().join().exitValue();
        }
    }

    @Test
    void whileTheDatabaseIsAwayTheServerSaysSoAndThenGoesOnByItself() throws Exception {
        var data = folder.resolve("pg");
        var first = EmbeddedDatabase.builder().setDataDirectory(data).setCleanDataDirectory(false).start();
        int port = first.getPort();
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--db-url",
                first.getJdbcUrl("postgres", "postgres"))) {
            var id = begin(server);
            var sender = token(server);
            first.close();
            assertAnsweredThatItIsAway(() -> server.get("/api/v1/runs"));
            assertAnsweredThatItIsAway(() -> server.upload("later.csv", "later"));
            assertAnsweredThatItIsAway(
                    () -> server.upload("later.csv", "later", "Authorization", "Bearer " + sender));
            assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(503);
            assertThat(server.get("/actuator/prometheus").body()).contains("gpucomm_imports_waiting NaN",
                    "gpucomm_database_bytes NaN", "\njvm_memory_used_bytes")
                    .containsPattern("\ngpucomm_store_bytes [1-9]");
            assertThat(server.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            try (var second = EmbeddedDatabase.builder().setDataDirectory(data).setCleanDataDirectory(false)
                    .setPort(port).start()) {
                assertThat(second.getPort()).isEqualTo(port);
                var end = Instant.now().plusSeconds(300);
                while (server.get("/api/v1/uploads/" + id).statusCode() != 200
                        || server.json("uploads/" + id).path("state").asString().equals("importing")) {
                    assertThat(Instant.now()).as("the import goes on").isBefore(end);
                    Thread.sleep(300);
                }
                var upload = server.json("uploads/" + id);
                assertThat(upload.path("state").asString()).as(upload.toString()).isEqualTo("ready");
                assertThat(upload.path("rows").asInt()).isEqualTo(ROWS);
                assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
            }
        }
    }

    private static void assertAnsweredThatItIsAway(Callable<HttpResponse<String>> question) throws Exception {
        var away = question.call();
        assertThat(away.statusCode()).as(away.body()).isEqualTo(503);
        assertThat(ServerProcess.json(away).path("detail").asString()).contains("ask again in a while");
        assertThat(away.headers().firstValue("Retry-After")).isPresent();
    }

    private static String token(ServerProcess server) throws Exception {
        var made = server.send("POST", "tokens", "{\"name\":\"sender\",\"scopes\":[\"upload\"]}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return ServerProcess.json(made).path("token").asString();
    }

    /** Whatever lies under it may take a night to come back, and nothing of what was accepted is given up for that. */
    @Test
    void anImportThatADiskFailedManyTimesIsReadyWhenTheDiskIsThereAgain() throws Exception {
        try (var database = EmbeddedDatabase.start();
                var server = ServerProcess.start(folder, "--no-bundled", "--db-url",
                        database.getJdbcUrl("postgres", "postgres"));
                var connection = database.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            // So that the import cannot end before its file is away: publishing needs this row.
            connection.setAutoCommit(false);
            statement.executeUpdate("update publication set version = version");
            var id = begin(server);
            server.kill();
            connection.rollback();
            connection.setAutoCommit(true);
            var uploads = folder.resolve("uploads");
            var away = Files.move(uploads, folder.resolve("away"));
            statement.executeUpdate("update scheduled_tasks set consecutive_failures = 30, picked = false,"
                    + " execution_time = current_timestamp where task_name like 'import-%'");
            try (var second = ServerProcess.start(folder, "--no-bundled", "--db-url",
                    database.getJdbcUrl("postgres", "postgres"))) {
                awaitValue(statement, "select max(consecutive_failures) from scheduled_tasks", 31);
                var upload = second.json("uploads/" + id);
                assertThat(upload.path("state").asString()).as(upload.toString()).isEqualTo("importing");
                assertThat(upload.path("message").asString()).contains("tried again by itself");
                FileSystemUtils.deleteRecursively(uploads);
                Files.move(away, uploads);
                statement.executeUpdate("update scheduled_tasks set execution_time = current_timestamp");
                awaitValue(statement, "select count(*) from reading where state = 'ready'", 1);
                assertThat(second.json("uploads/" + id).path("rows").asInt()).isEqualTo(ROWS);
            }
        }
    }

    private static void awaitValue(Statement statement, String sql, int value) throws Exception {
        var end = Instant.now().plusSeconds(300);
        int is = value - 1;
        while (is != value) {
            assertThat(Instant.now()).as(sql + " is " + is).isBefore(end);
            Thread.sleep(100);
            try (var rows = statement.executeQuery(sql)) {
                rows.next();
                is = rows.getInt(1);
            }
        }
    }

    @Test
    void anAnswerOnWhichTheDatabaseWorksTooLongIsGivenUpAndOthersAreNot() throws Exception {
        try (var database = EmbeddedDatabase.start();
                var server = ServerProcess.start(folder, "--no-bundled", "--answer-within", "2", "--db-url",
                        database.getJdbcUrl("postgres", "postgres"));
                var connection = database.getPostgresDatabase().getConnection()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("lock table run in access exclusive mode");
            var refused = server.get("/api/v1/runs");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
            assertThat(ServerProcess.json(refused).path("detail").asString()).contains("Ask for less");
            assertThat(server.get("/api/v1/uploads").statusCode()).isEqualTo(200);
            connection.rollback();
            assertThat(server.get("/api/v1/runs").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void toldToStopInAnImportWithSomebodyWaitingItEndsWithinTenSeconds() throws Exception {
        try (var server = ServerProcess.start(folder, "--no-bundled")) {
            begin(server);
            Thread.ofVirtual().start(() -> {
                try {
                    server.upload("waiting.log", "waiting");
                } catch (Exception ended) {
                    // The server may end before it answers.
                }
            });
            Thread.sleep(300);
            server.process().destroy();
            server.process().onExit().get();
        }
        try (var server = ServerProcess.start(folder, "--no-bundled")) {
            while (server.json("overview").path("importing").asInt() > 0) {
                Thread.sleep(200);
            }
            assertThat(server.json("uploads?q=large").path("items").get(0).path("rows").asInt()).isEqualTo(ROWS);
        }
    }

    @Test
    void twoLargeImportsAtOnceDoNotWaitForOneAnothersLocksOnH2() throws Exception {
        try (var server = ServerProcess.start(folder, "--no-bundled")) {
            var ids = List.of(begin(server, "night=1"), begin(server, "night=2"));
            while (server.json("overview").path("importing").asInt() > 0) {
                Thread.sleep(200);
            }
            for (var id : ids) {
                assertThat(server.json("uploads/" + id).path("state").asString()).isEqualTo("ready");
                assertThat(server.json("uploads/" + id).path("rows").asInt()).isEqualTo(ROWS);
            }
            assertThat(server.get("/actuator/prometheus").body())
                    .contains("gpucomm_import_ends_total{outcome=\"again\"} 0.0");
        }
    }

    private static String begin(ServerProcess server) throws Exception {
        return begin(server, "");
    }

    /** @param settings no two files are the same that have others @return the id of an upload that is being imported */
    private static String begin(ServerProcess server, String settings) throws Exception {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 1; i <= ROWS; i++) {
            csv.append("large.log,1,nccl-tests,,nccl,,all_reduce,,,,1,8,,").append(i)
                    .append(",float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,").append(settings)
                    .append(",\n");
        }
        var id = ServerProcess.json(server.send(server.request("/api/v1/uploads?wait=0&filename=large.csv")
                .POST(BodyPublishers.ofString(csv.toString())))).path("id").asString();
        while (server.json("uploads/" + id).path("lines").asInt() == 0) {
            Thread.sleep(5);
        }
        return id;
    }
}
