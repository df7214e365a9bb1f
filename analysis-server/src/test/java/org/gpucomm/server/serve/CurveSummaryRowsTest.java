package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.fleet.FleetLogs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kinds of curves that can be chosen are what the measurements say. */
@Tag("nightly")
class CurveSummaryRowsTest {

    private static final String COUNTED = """
            select m.series_id, m.ranks, m.nodes, r.circumstances_id, c.sizes_id, count(distinct m.run_id) as curves,
                   count(*) as points, count(m.busbw_gbps), count(m.algbw_gbps), count(m.time_us), count(m.speedup),
                   count(m.efficiency_pct)
              from measurement m join run r on r.id = m.run_id
                   join run_series c on c.run_id = m.run_id and c.series_id = m.series_id and c.ranks = m.ranks
                    and c.nodes = m.nodes
             where r.state = 'ready'
             group by m.series_id, m.ranks, m.nodes, r.circumstances_id, c.sizes_id
            """;
    /** How many kinds are not what the measurements say. */
    static final String UNTRUE = "select count(*) from ((select * from kind except " + COUNTED + ") union all ("
            + COUNTED
            + " except select * from kind)) as untrue";

    @TempDir
    private Path folder;

    @Test
    void theySayWhatMeasurementsSayWhateverBecomesOfUploads() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var connection = postgresql.getPostgresDatabase().getConnection();
                var server = ServerProcess.start(folder, "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"))) {
            upload(server);
            assertThat(number(connection, "select count(*) from kind")).isGreaterThan(10);
            var one = server.json("uploads").path("items").get(0).path("id").asString();
            for (var hidden : List.of(true, false)) {
                assertThat(server.send("PATCH", "uploads/" + one, "{\"hidden\": " + hidden + "}").statusCode())
                        .isEqualTo(200);
                assertThat(number(connection, UNTRUE)).as("hidden: " + hidden).isZero();
            }
            server.send(server.request("/api/v1/readings?all=true").POST(BodyPublishers.noBody()));
            server.awaitImports();
            assertThat(number(connection, UNTRUE)).as("after all was read again").isZero();
            assertThat(server.send("DELETE", "uploads/" + one + "?now=true", "").statusCode()).isEqualTo(204);
            assertThat(number(connection, UNTRUE)).as("after one was erased").isZero();
        }
    }

    private static void upload(ServerProcess server) throws Exception {
        for (var log : FleetLogs.all()) {
            assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(201);
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement(); var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
