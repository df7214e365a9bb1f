package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.apache.commons.io.FileUtils;
import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A server that imports, and its PostgreSQL, are killed at random moments again and again; the network between them fails; PostgreSQL
 * fails over to its replica. Each row must be there once in the end.
 * The nightly suite kills ten times in each of four ways; {@code -Dgpucomm.kills=100} sets another number,
 * {@code -Dgpucomm.kinds=BOTH,TWICE} selects some of the ways, and {@code -Dgpucomm.seed} changes the moments.
 */
@Tag("nightly")
class KillsTest {

    static final int KILLS = Integer.getInteger("gpucomm.kills", 10);
    /** Of three transactions. */
    static final int ROWS = 70_000;
    private static final int LONGEST_SLEEP = 1500;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    /** How long the network drops packets: longer than a server waits for an answer of PostgreSQL. */
    private static final Duration DOWN = Duration.ofSeconds(90);
    /** Uploads before a failover. */
    private static final int FAILED_OVER = 3;

    /** What is killed. */
    private enum Kind {
        SERVER,
        POSTGRESQL,
        BOTH,
        TWICE
    }

    @TempDir
    Path folder;

    private final Random random = new Random(Integer.getInteger("gpucomm.seed", 17));
    private final List<String> uploads = new ArrayList<>();
    private EmbeddedPostgres postgresql;
    private ServerProcess server;
    /** Database that the server is started with. */
    private String url;

    @AfterEach
    void close() throws IOException {
        if (server != null) {
            server.close();
        }
        postgresql.close();
    }

    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @ParameterizedTest
    @MethodSource("kinds")
    void everyRowIsThereOnceAfterManyKillsOfOneKind(Kind kind) throws Exception {
        assertEachRowOnceAfter(Collections.nCopies(KILLS, kind));
    }

    /** The replica is synchronous, so that it has what was acknowledged. */
    @Test
    void everyRowIsThereOnceAfterAFailover() throws Exception {
        startPostgresql(0);
        int port = postgresql.getPort();
        postgresql.close();
        var copy = folder.resolve("replica");
        FileUtils.copyDirectory(folder.resolve("pg").toFile(), copy.toFile());
        Files.createFile(copy.resolve("standby.signal"));
        Files.writeString(copy.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + port + " user=postgres'\n", StandardOpenOption.APPEND);
        for (var path : List.of(folder.resolve("pg"), copy)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        }
        startPostgresql(port);
        var primary = postgresql;
        try (primary;
                var replica = EmbeddedDatabase.builder().setDataDirectory(copy).setCleanDataDirectory(false).start()) {
            execute("alter system set synchronous_standby_names = '*'");
            execute("select pg_reload_conf()");
            url = "postgresql://postgres@127.0.0.1:" + port + ",127.0.0.1:" + replica.getPort()
                    + "/postgres?targetServerType=primary";
            startServer();
            for (int i = 0; i < FAILED_OVER; i++) {
                send();
            }
            awaitWork();
            Thread.sleep(random.nextInt(LONGEST_SLEEP));
            killPostgresql();
            postgresql = replica;
            execute("select pg_promote()");
            endPauses();
            send();
            awaitImports();
            assertEachRowOnce();
        }
    }

    /** While packets are dropped, requests are refused and not left waiting. */
    @Test
    void everyRowIsThereOnceAfterTheNetworkWasDown() throws Exception {
        startPostgresql(0);
        try (var proxy = SeverableProxy.to(postgresql.getPort())) {
            url = "postgresql://postgres@127.0.0.1:" + proxy.port() + "/postgres";
            startServer();
            send();
            awaitWork();
            proxy.sever();
            var end = Instant.now().plus(DOWN);
            while (Instant.now().isBefore(end)) {
                var answer = server.get("/api/v1/runs?q=" + System.nanoTime());
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
                assertThat(server.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            }
            proxy.restore();
            send();
            awaitImports();
            assertEachRowOnce();
            assertThat(server.get("/api/v1/runs?q=large").statusCode()).isEqualTo(200);
        }
    }

    private static List<Kind> kinds() {
        var names = System.getProperty("gpucomm.kinds");
        return names == null ? List.of(Kind.values()) : Stream.of(names.split(",")).map(Kind::valueOf).toList();
    }

    private void assertEachRowOnceAfter(List<Kind> kinds) throws Exception {
        startPostgresql(0);
        startServer();
        var begun = Instant.now();
        int hits = 0;
        for (int i = 0; i < kinds.size(); i++) {
            var kind = kinds.get(i);
            if (i % 10 == 0) {
                tell(kinds, i, hits, begun);
            }
            if (!isImporting()) {
                send();
            }
            awaitWork();
            Thread.sleep(random.nextInt(LONGEST_SLEEP));
            hits += isWorking() ? 1 : 0;
            kill(kind);
        }
        awaitImports();
        assertEachRowOnce();
        tell(kinds, kinds.size(), hits, begun);
    }

    private void tell(List<Kind> kinds, int done, int hits, Instant begun) {
        System.out.printf("%s: %d of %d, %d of them in an import, %d uploads of %d rows, %d s%n", EnumSet.copyOf(kinds),
                done, kinds.size(), hits, uploads.size(), ROWS, Duration.between(begun, Instant.now()).toSeconds());
    }

    private void kill(Kind kind) throws Exception {
        switch (kind) {
            case SERVER -> server.kill();
            case POSTGRESQL -> restartPostgresql();
            case BOTH -> {
                server.kill();
                restartPostgresql();
            }
            case TWICE -> {
                server.kill();
                endPauses();
                startServer();
                Thread.sleep(random.nextInt(LONGEST_SLEEP));
                server.kill();
            }
        }
        endPauses();
        if (kind != Kind.POSTGRESQL) {
            startServer();
        }
    }

    /** As if the pauses before another try, and the heartbeats of the dead, were over: they would be most of the time. */
    private void endPauses() throws SQLException {
        try (var connection = postgresql.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.executeUpdate("update scheduled_tasks set execution_time = current_timestamp where not picked");
            statement.executeUpdate("update scheduled_tasks set last_heartbeat = current_timestamp - interval '1 hour'"
                    + (server.process().isAlive() ? "" : ", picked = false") + " where picked");
        }
    }

    private void startServer() throws IOException {
        server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--db-url", url);
    }

    /** @param port 0 = a free one */
    private void startPostgresql(int port) throws IOException {
        // Its default here lets go of what was committed last when it is killed.
        var builder = EmbeddedDatabase.builder().setDataDirectory(folder.resolve("pg")).setCleanDataDirectory(false)
                .setServerConfig("synchronous_commit", "on");
        postgresql = (port == 0 ? builder : builder.setPort(port)).start();
        url = postgresql.getJdbcUrl("postgres", "postgres");
    }

    private void restartPostgresql() throws Exception {
        int port = postgresql.getPort();
        killPostgresql();
        postgresql.close();
        startPostgresql(port);
    }

    /** As when its machine loses power: every process of it at once. */
    private void killPostgresql() throws Exception {
        var pid = Long.parseLong(Files.readAllLines(folder.resolve("pg/postmaster.pid")).getFirst().strip());
        var all = new ArrayList<ProcessHandle>();
        ProcessHandle.of(pid).ifPresent(first -> {
            all.add(first);
            first.descendants().forEach(all::add);
        });
        all.forEach(ProcessHandle::destroyForcibly);
        for (var each : all) {
            each.onExit().get();
        }
    }

    private void send() throws Exception {
        var end = Instant.now().plus(LONGEST);
        while (true) {
            var answer = server.send(server.request("/api/v1/uploads?wait=0&filename=large.csv")
                    .POST(BodyPublishers.ofString(csv(uploads.size()))));
            if (answer.statusCode() == 200 || answer.statusCode() == 201) {
                uploads.add(ServerProcess.json(answer).path("id").asString());
                return;
            }
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            assertThat(Instant.now()).as("an upload is taken").isBefore(end);
            Thread.sleep(200);
        }
    }

    /** Whether a server is at an import. */
    private boolean isWorking() throws SQLException {
        return count("select count(*) from scheduled_tasks where task_name like 'import-%' and picked"
                + " and last_heartbeat > current_timestamp - interval '5' second") > 0;
    }

    private void awaitWork() throws Exception {
        var end = Instant.now().plus(LONGEST);
        while (isImporting() && !isWorking()) {
            assertThat(Instant.now()).as("an import is taken up").isBefore(end);
            endPauses();
            Thread.sleep(20);
        }
    }

    private boolean isImporting() throws SQLException {
        return count("select count(*) from reading where state = 'importing'") > 0;
    }

    private void awaitImports() throws Exception {
        var end = Instant.now().plus(LONGEST);
        while (isImporting()) {
            assertThat(Instant.now()).as("imports end").isBefore(end);
            endPauses();
            Thread.sleep(200);
        }
    }

    private void assertEachRowOnce() throws SQLException {
        assertThat(count("select count(*) from reading where state <> 'ready'")).isZero();
        assertThat(count("select count(*) from upload")).isEqualTo(uploads.size());
        assertThat(count("select count(*) from measurement")).isEqualTo((long) uploads.size() * ROWS);
        assertThat(count("select count(*) from (select distinct run_id, message_bytes from measurement) as one"))
                .isEqualTo((long) uploads.size() * ROWS);
        assertThat(count("select sum(points) from run_series")).isEqualTo((long) uploads.size() * ROWS);
        assertThat(count(CurveSummaryRowsTest.UNTRUE)).isZero();
    }

    private void execute(String sql) throws SQLException {
        try (var connection = postgresql.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long count(String sql) throws SQLException {
        try (var connection = postgresql.getPostgresDatabase().getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Row i has message size i; the number is among the settings, so that no two files are the same. */
    static String csv(int number) {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 1; i <= ROWS; i++) {
            csv.append("large.log,1,nccl-tests,,nccl,,all_reduce,,,,1,8,,").append(i)
                    .append(",float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,night=").append(number).append(",\n");
        }
        return csv.toString();
    }
}
