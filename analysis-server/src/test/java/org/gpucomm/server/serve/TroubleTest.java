package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A full disk, a database that is away, a server that is told to stop. */
class TroubleTest {

    private static final int ROWS = 120_000;

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
    void whileTheDatabaseIsAwayTheServerSaysSoAndThenGoesOnByItself() throws Exception {
        var data = folder.resolve("pg");
        var first = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).start();
        int port = first.getPort();
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--db-url",
                first.getJdbcUrl("postgres", "postgres"))) {
            var id = begin(server);
            first.close();
            var asked = Instant.now();
            HttpResponse<String> away = server.get("/api/v1/runs");
            assertThat(away.statusCode()).as(away.body()).isEqualTo(503);
            assertThat(away.headers().firstValue("Retry-After")).isPresent();
            assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(15));
            assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(503);
            assertThat(server.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
            try (var second = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false)
                    .setPort(port).start()) {
                assertThat(second.getPort()).isEqualTo(port);
                var end = Instant.now().plusSeconds(150);
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

    @Test
    void anAnswerOnWhichTheDatabaseWorksTooLongIsGivenUpAndOthersAreNot() throws Exception {
        try (var database = EmbeddedPostgres.start();
                var server = ServerProcess.start(folder, "--no-bundled", "--answer-within", "2", "--db-url",
                        database.getJdbcUrl("postgres", "postgres"));
                var connection = database.getPostgresDatabase().getConnection()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("lock table run in access exclusive mode");
            var asked = Instant.now();
            var refused = server.get("/api/v1/runs");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
            assertThat(ServerProcess.json(refused).path("detail").asString()).contains("Ask for less");
            assertThat(Duration.between(asked, Instant.now())).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
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
            var told = Instant.now();
            server.process().destroy();
            server.process().onExit().get();
            assertThat(Duration.between(told, Instant.now())).isLessThan(Duration.ofSeconds(10));
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
