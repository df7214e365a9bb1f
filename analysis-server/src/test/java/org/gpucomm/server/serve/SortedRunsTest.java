package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.Comparator;
import java.util.List;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.fleet.FleetLogs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/** Values that runs have several of are stored with the runs, for lists that are sorted by them. */
@Tag("nightly")
class SortedRunsTest {

    private static final List<String> FIELDS = List.of("ranks", "nodes", "operations", "variants", "flags");

    @TempDir
    private Path folder;

    @Test
    void listsAreSortedByWhatTheRunsHave() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var connection = postgresql.getPostgresDatabase().getConnection();
                var server = ServerProcess.start(folder, "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"))) {
            for (var log : FleetLogs.all()) {
                assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(201);
            }
            assertColumnsAreWhatTheOtherTablesSay(connection);
            assertListsAreSorted(server);
        }
    }

    private static void assertColumnsAreWhatTheOtherTablesSay(Connection connection) throws Exception {
        try (var statement = connection.createStatement(); var rows = statement.executeQuery("""
                select count(*), count(case when r.most_ranks = s.ranks and r.most_nodes = s.nodes and r.first_operation = s.operation
                                             and r.first_variant = s.variant and r.flag_count = coalesce(f.flags, 0) then 1 end)
                  from run r
                       join (select c.run_id, max(c.ranks) as ranks, max(c.nodes) as nodes, min(s.operation) as operation,
                                    min(s.variant) as variant
                               from run_series c join series s on s.id = c.series_id group by c.run_id) s on s.run_id = r.id
                       left join (select run_id, count(*) as flags from run_flag group by run_id) f on f.run_id = r.id
                 where r.state = 'ready'
                """)) {
            rows.next();
            assertThat(rows.getLong(2)).isEqualTo(rows.getLong(1)).isPositive();
        }
    }

    /** By each field in both directions; the numbers that are seen in a list are in its order. */
    private static void assertListsAreSorted(ServerProcess server) throws Exception {
        for (var field : FIELDS) {
            for (var direction : List.of("", "-")) {
                var items = server.json("runs?size=100&sort=" + direction + field).path("items").valueStream().toList();
                if (!field.equals("operations") && !field.equals("variants")) {
                    var numbers = items.stream().map(run -> number(run.path(field), field)).filter(n -> n >= 0)
                            .toList();
                    assertThat(numbers).as(direction + field)
                            .isSortedAccordingTo(
                                    direction.isEmpty() ? Comparator.naturalOrder() : Comparator.reverseOrder());
                }
            }
        }
    }

    private static int number(JsonNode values, String field) {
        return field.equals("flags")
                ? values.size()
                : values.valueStream().mapToInt(JsonNode::asInt).max().orElse(-1);
    }
}
