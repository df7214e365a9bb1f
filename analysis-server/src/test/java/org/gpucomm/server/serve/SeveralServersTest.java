package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** Servers that share one PostgreSQL and one folder of uploads. */
@Tag("nightly")
class SeveralServersTest {

    private static final int ROWS = 400;
    private static final int LARGE = 60_000;

    @TempDir
    Path folder;

    /** Three kills and 45 uploads in the nightly suite, 20 and 300 with {@code -Dgpucomm.kills=100}. */
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @Test
    void threeServersThatAreKilledAtRandomAndUpgradedInTheMiddleImportEveryRowOnce() throws Exception {
        int mostKills = Math.max(3, KillsTest.KILLS / 5);
        int uploads = 15 * mostKills;
        try (var postgresql = EmbeddedDatabase.start()) {
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            var servers = started(3, "--db-url", url);
            try {
                for (var server : servers) {
                    server.awaitImports();
                }
                assertThat(count(postgresql, "select count(*) from reading where state <> 'ready'"))
                        .as("bundled results that were taken by two").isZero();
                var bundled = count(postgresql, "select count(*) from measurement");
                var random = new Random(uploads);
                try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
                    var sent = new ArrayList<Future<Integer>>();
                    for (int i = 0; i < uploads; i++) {
                        int number = i;
                        // Every fourth goes to two servers at once.
                        for (int to = 0; to < (i % 4 == 0 ? 2 : 1); to++) {
                            int server = (i + to) % 3;
                            sent.add(clients.submit(() -> sendUntilTaken(servers, server, number)));
                        }
                    }
                    var newer = ChangedServer.ofNextVersion(folder.resolve("newer"));
                    for (int kills = 0; kills < mostKills; kills++) {
                        Thread.sleep(200 + random.nextInt(600));
                        int victim = random.nextInt(3);
                        servers.get(victim).kill();
                        assertNothingIsHalfVisible(postgresql);
                        // From the middle on one of them is of the next version, which reads all again.
                        servers.set(victim, victim == 0 && kills >= mostKills / 2
                                ? ServerProcess.startWith(newer, folder, "--db-url", url)
                                : ServerProcess.start(folder, "--db-url", url));
                    }
                    servers.get(0).close();
                    servers.set(0, ServerProcess.startWith(newer, folder, "--db-url", url));
                    for (var each : sent) {
                        assertThat(each.get()).isIn(200, 201);
                    }
                }
                // Each version has a search of its own: one that the older servers execute would find nothing.
                await(postgresql, "select count(*) from scheduled_tasks where task_name like 'outdated-readings-%'", 2);
                // A server of the next version begins to read them again some time after its start.
                await(postgresql, "select count(*) from upload u join reading r on r.id = u.reading_id"
                        + " where r.parser_version not like '%import/9_'", 0);
                await(postgresql, "select count(*) from reading where state = 'importing'", 0);
                assertNothingIsHalfVisible(postgresql);
                assertThat(count(postgresql, "select count(*) from upload u join reading r on r.id = u.reading_id"
                        + " where r.state = 'failed'")).isZero();
                assertThat(count(postgresql, "select count(*) from reading where state = 'failed'"
                        + " and parser_version like '%import/9_'")).as("taken from the next version by this one")
                        .isZero();
                assertThat(count(postgresql, "select count(*) from upload where not bundled")).isEqualTo(uploads);
                assertThat(count(postgresql, "select count(*) from measurement")).isEqualTo(bundled + uploads * ROWS);
                assertThat(count(postgresql, "select count(distinct (run_id, message_bytes)) from measurement m"
                        + " join run r on r.id = m.run_id where not r.bundled")).isEqualTo(uploads * ROWS);
                assertThat(count(postgresql, "select sum(points) from run_series")).isEqualTo(bundled + uploads * ROWS);
                assertThat(count(postgresql, CurveSummaryRowsTest.UNTRUE)).isZero();
            } finally {
                servers.forEach(ServerProcess::close);
            }
        }
    }

    @Test
    void whatADeadServerImportedIsTakenOverByOneThatLivesAndAStartTakesNothing() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var connection = postgresql.getPostgresDatabase().getConnection()) {
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            var servers = started(2, "--db-url", url, "--no-bundled");
            try {
                connection.setAutoCommit(false);
                // So that the import cannot end before its server is dead: publishing needs this row.
                connection.createStatement().executeUpdate("update publication set version = version");
                var first = servers.get(0);
                var id = begin(first);
                var owner = owner(id);
                var held = text(postgresql, owner);
                try (var third = ServerProcess.start(folder, "--db-url", url, "--no-bundled")) {
                    third.json("overview");
                    assertThat(third.json("uploads/" + id).path("message").isNull()).isTrue();
                    assertThat(text(postgresql, owner)).as("a start takes nothing").isEqualTo(held);
                    first.kill();
                }
                assertThat(text(postgresql, owner)).as("nobody knows yet").isEqualTo(held);
                connection.rollback();
                awaitEveryRowOnce(postgresql, servers.get(1), id);
            } finally {
                servers.forEach(ServerProcess::close);
            }
        }
    }

    @Test
    void whoHoldsTheLockOfPublicationDoesNotWaitForAnImportThatWaitsForIt() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var server = ServerProcess.start(folder, "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"));
                var connection = postgresql.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            // A server of the next version does the same: it restarts what this one has not finished.
            statement.executeUpdate("update publication set version = version");
            var id = begin(server);
            await(postgresql, "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                    + " and query like 'update publication%'", 1);
            statement.execute("set lock_timeout = '5s'");
            assertThat(statement.executeUpdate("update reading set message = null where upload_id = '" + id + "'"))
                    .isEqualTo(1);
            connection.commit();
            awaitEveryRowOnce(postgresql, server, id);
        }
    }

    @Test
    void aServerThatIsToldToStopHandsItsImportOver() throws Exception {
        try (var postgresql = EmbeddedDatabase.start()) {
            var servers = started(2, "--db-url", postgresql.getJdbcUrl("postgres", "postgres"), "--no-bundled");
            try {
                var id = begin(servers.get(0));
                var held = text(postgresql, owner(id));
                servers.get(0).close();
                assertThat(count(postgresql, "select count(*) from scheduled_tasks where picked_by = '" + held + "'"))
                        .as("what the stopped server still holds").isZero();
                awaitEveryRowOnce(postgresql, servers.get(1), id);
            } finally {
                servers.forEach(ServerProcess::close);
            }
        }
    }

    /** @return the id of an upload, part of which is in the tables */
    private static String begin(ServerProcess server) throws Exception {
        var id = ServerProcess.json(server.send(server.request("/api/v1/uploads?wait=0&filename=large.csv")
                .POST(HttpRequest.BodyPublishers.ofString(csv(0, LARGE))))).path("id").asString();
        while (server.json("uploads/" + id).path("lines").asInt() == 0) {
            Thread.sleep(5);
        }
        return id;
    }

    /** Returns the query for the name of the server that executes the import of an upload. */
    private static String owner(String id) {
        return "select picked_by from scheduled_tasks join reading on task_instance = cast(id as varchar)"
                + " where task_name like 'import-%' and upload_id = '" + id + "'";
    }

    private static void awaitEveryRowOnce(EmbeddedPostgres postgresql, ServerProcess server, String id)
            throws Exception {
        await(postgresql, "select count(*) from reading where state = 'importing'", 0);
        var upload = server.json("uploads/" + id);
        assertThat(upload.path("state").asString()).isEqualTo("ready");
        assertThat(upload.path("rows").asInt()).isEqualTo(LARGE);
        assertThat(count(postgresql, "select count(distinct message_bytes) from measurement m join run r"
                + " on r.id = m.run_id where r.upload_id = '" + id + "'")).isEqualTo(LARGE);
    }

    /** Each run that anybody is shown has all its rows, and each upload shows one reading. */
    private static void assertNothingIsHalfVisible(EmbeddedPostgres postgresql) throws SQLException {
        assertThat(count(postgresql, "select count(*) from run r where r.state = 'ready' and not r.bundled"
                + " and (select count(*) from measurement m where m.run_id = r.id) <> " + ROWS)).isZero();
        assertThat(count(postgresql, "select count(*) from (select upload_id from run where state = 'ready'"
                + " and not bundled group by upload_id having count(*) > 1) as twice")).isZero();
    }

    private List<ServerProcess> started(int count, String... arguments) throws Exception {
        try (var starting = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<ServerProcess> start = () -> ServerProcess.start(folder, arguments);
            var servers = new ArrayList<ServerProcess>();
            for (var started : starting.invokeAll(Collections.nCopies(count, start))) {
                servers.add(started.get());
            }
            return servers;
        }
    }

    /** As a client does that gets no answer, or hears that the server is too busy: it sends the file again, to the next one. */
    private static int sendUntilTaken(List<ServerProcess> servers, int first, int number) throws Exception {
        for (int attempt = 0;; attempt++) {
            try {
                int status = servers.get((first + attempt) % 3).upload("fleet-" + number + ".csv", csv(number, ROWS))
                        .statusCode();
                if (status != 503) {
                    return status;
                }
            } catch (IOException gone) {
                // killed
            }
            assertThat(attempt).as("attempts").isLessThan(300);
            Thread.sleep(200);
        }
    }

    /** Row i has message size i; the number is among the settings, so that no two files are the same. */
    private static String csv(int number, int rows) {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 1; i <= rows; i++) {
            csv.append("fleet.log,1,nccl-tests,,nccl,,all_reduce,,,,1,8,,").append(i)
                    .append(",float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,night=").append(number).append(",\n");
        }
        return csv.toString();
    }

    private static void await(EmbeddedPostgres postgresql, String sql, long value) throws Exception {
        long end = System.nanoTime() + 180_000_000_000L;
        while (count(postgresql, sql) != value) {
            assertThat(System.nanoTime()).as("still not " + value + ": " + sql).isLessThan(end);
            Thread.sleep(200);
        }
    }

    private static long count(EmbeddedPostgres postgresql, String sql) throws SQLException {
        return Long.parseLong(text(postgresql, sql));
    }

    private static String text(EmbeddedPostgres postgresql, String sql) throws SQLException {
        try (var connection = postgresql.getPostgresDatabase().getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }
}
