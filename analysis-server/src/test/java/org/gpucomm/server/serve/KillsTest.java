package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A server that imports, and its PostgreSQL, are killed at random moments again and again; each row must be there once in the end.
 * Every build kills ten times, {@code -Pnightly} a hundred times in each of four ways; {@code -Dgpucomm.kills} says how often, and
 * {@code -Dgpucomm.seed} chooses other moments.
 */
class KillsTest {

    private static final int KILLS = Integer.getInteger("gpucomm.kills", 100);
    private static final int ROWS = 20_000;
    /** After eight failures the next try comes after four minutes. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

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

    @Test
    void everyRowIsThereOnceAfterTenKillsOfEveryKind() throws Exception {
        assertEachRowOnceAfter(
                List.of(Kind.SERVER, Kind.POSTGRESQL, Kind.BOTH, Kind.TWICE, Kind.SERVER, Kind.POSTGRESQL,
                        Kind.TWICE));
    }

    @Tag("nightly")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @ParameterizedTest
    @EnumSource
    void everyRowIsThereOnceAfterManyKillsOfOneKind(Kind kind) throws Exception {
        assertEachRowOnceAfter(Collections.nCopies(KILLS, kind));
    }

    private void assertEachRowOnceAfter(List<Kind> kinds) throws Exception {
        startPostgresql(0);
        try {
            startServer();
            int hits = 0;
            for (var kind : kinds) {
                if (!isWorking()) {
                    send();
                }
                Thread.sleep(random.nextInt(1000));
                hits += isWorking() ? 1 : 0;
                kill(kind);
            }
            awaitImports();
            assertEachRowOnce();
            System.out.printf("%s: %d, %d of them in an import, %d uploads of %d rows, each row once%n",
                    EnumSet.copyOf(kinds), kinds.size(), hits, uploads.size(), ROWS);
        } finally {
            server.close();
            postgresql.close();
        }
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
                startServer();
                Thread.sleep(random.nextInt(800));
                server.kill();
            }
        }
        if (kind != Kind.POSTGRESQL) {
            startServer();
        }
    }

    private void startServer() throws IOException {
        server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--db-url",
                postgresql.getJdbcUrl("postgres", "postgres"));
    }

    /** @param port 0 = a free one */
    private void startPostgresql(int port) throws IOException {
        // Its default here lets go of what was committed last when it is killed.
        var builder = EmbeddedPostgres.builder().setDataDirectory(folder.resolve("pg")).setCleanDataDirectory(false)
                .setServerConfig("synchronous_commit", "on");
        postgresql = (port == 0 ? builder : builder.setPort(port)).start();
    }

    /** As when its machine loses power: every process of it at once. */
    private void restartPostgresql() throws Exception {
        int port = postgresql.getPort();
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
        postgresql.close();
        startPostgresql(port);
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

    /** Whether a server is at an import, and it does not wait for its next try. */
    private boolean isWorking() throws SQLException {
        return count("select count(*) from reading where state = 'importing' and lease_owner is not null") > 0;
    }

    private boolean isImporting() throws SQLException {
        return count("select count(*) from reading where state = 'importing'") > 0;
    }

    private void awaitImports() throws Exception {
        var end = Instant.now().plus(LONGEST);
        while (isImporting()) {
            assertThat(Instant.now()).as("imports end").isBefore(end);
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
    private static String csv(int number) {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 1; i <= ROWS; i++) {
            csv.append("large.log,1,nccl-tests,,nccl,,all_reduce,,,,1,8,,").append(i)
                    .append(",float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,night=").append(number).append(",\n");
        }
        return csv.toString();
    }
}
