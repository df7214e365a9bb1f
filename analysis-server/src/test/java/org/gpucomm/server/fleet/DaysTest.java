package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/** Days choose among runs wherever they are listed, counted and drawn. */
@Tag("nightly")
class DaysTest {

    private static final String SOME = "from=2025-11-03&to=2025-11-05";

    @TempDir
    private Path dataDir;

    @Test
    void onlyRunsOfTheDaysThatAreAskedForAreShownOnH2() throws Exception {
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            assertThreeOfEightNights(server);
        }
    }

    @Test
    void soItIsOnPostgresql() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var server = ServerProcess.start(dataDir, "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"))) {
            assertThreeOfEightNights(server);
        }
    }

    private static void assertThreeOfEightNights(ServerProcess server) throws Exception {
        for (int nodes : new int[]{2, 4}) {
            var log = FleetLogs.nights(nodes, 1, 2, 3, 4, 5, 6, 7, 8);
            assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(201);
        }
        assertThat(server.json("runs?" + SOME).path("total").asInt()).isEqualTo(2 * 3);
        assertThat(server.json("runs?from=2025-11-08").path("total").asInt()).isEqualTo(2);
        assertThat(server.json("runs?to=2025-11-01").path("total").asInt()).isEqualTo(2);
        assertThat(points(server, "")).isEqualTo(8 * points(server, "from=2025-11-02&to=2025-11-02"));
        assertThat(server.json("series?operation=all_reduce&" + SOME).path("matching").path("runs").asInt())
                .isEqualTo(2 * 3);
        assertThat(server.json("scaling?operation=all_reduce&" + SOME).path("measurements").asInt() * 8)
                .isEqualTo(server.json("scaling?operation=all_reduce").path("measurements").asInt() * 3).isPositive();
        var history = compared(server, "histories?" + SOME);
        assertThat(history.path("comparable").asInt()).isEqualTo(3);
        assertThat(history.path("firstRun").asString()).startsWith("2025-11-03");
        assertThat(history.path("lastRun").asString()).startsWith("2025-11-05");
        var runs = server.json("histories/" + history.path("id").asString() + "?" + SOME).path("runs");
        assertThat(runs.valueStream().map(run -> run.path("at").asString().substring(0, 10)))
                .containsExactly("2025-11-03", "2025-11-04", "2025-11-05");
        assertThat(server.get("/api/v1/history.csv?id=" + history.path("id").asString() + "&" + SOME).body().lines())
                .hasSize(1 + 3);
        assertThat(server.get("/api/v1/runs?from=yesterday").statusCode()).isEqualTo(400);
        assertThat(server.get("/api/v1/runs?from=2025-11-03&to=2025-11-02").statusCode()).isEqualTo(400);
        assertThat(server.get("/api/v1/measurements.csv?operation=all_reduce&" + SOME).statusCode())
                .as("no days where they are not looked at").isEqualTo(400);
    }

    private static int points(ServerProcess server, String days) throws Exception {
        return server.json("facets?" + days).path("operation").get(0).path("count").asInt();
    }

    private static JsonNode compared(ServerProcess server, String list) throws Exception {
        var item = server.json(list).path("items").get(0);
        while (item.path("comparable").isNull()) {
            Thread.sleep(100);
            item = server.json(list).path("items").get(0);
        }
        return item;
    }
}
