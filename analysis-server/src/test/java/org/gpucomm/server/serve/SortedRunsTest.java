package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.gpucomm.server.fleet.FleetLogs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** What runs have several of is kept beside them, for lists that are sorted by it. */
@Tag("nightly")
class SortedRunsTest {

    private static final List<String> FIELDS = List.of("ranks", "nodes", "operations", "variants", "flags");

    @TempDir
    private Path folder;

    @Test
    void listsAreSortedByWhatTheRunsHaveAlsoWhereAnOlderServerPublishedThem() throws Exception {
        try (var postgresql = EmbeddedPostgres.start();
                var connection = postgresql.getPostgresDatabase().getConnection();
                var server = ServerProcess.start(folder, "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"))) {
            for (var log : FleetLogs.all()) {
                assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(201);
            }
            assertAllAreKept(connection);
            var kept = lists(server);
            execute(connection, "update run set most_ranks = null, most_nodes = null, first_operation = null,"
                    + " first_variant = null, flag_count = null");
            execute(connection, "update publication set published = published + 1");
            assertThat(lists(server)).isEqualTo(kept);
        }
    }

    private static void assertAllAreKept(Connection connection) throws Exception {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*), count(most_ranks), count(most_nodes),"
                        + " count(first_operation), count(first_variant), count(flag_count) from run where state = 'ready'")) {
            rows.next();
            for (int column = 2; column <= 6; column++) {
                assertThat(rows.getLong(column)).isEqualTo(rows.getLong(1)).isPositive();
            }
        }
    }

    /** By each field in both directions; the numbers that are seen in a list are in its order. */
    private static List<List<String>> lists(ServerProcess server) throws Exception {
        var lists = new ArrayList<List<String>>();
        for (var field : FIELDS) {
            for (var direction : List.of("", "-")) {
                var items = server.json("runs?size=100&sort=" + direction + field).path("items").valueStream().toList();
                lists.add(items.stream().map(run -> run.path("id").asString()).toList());
                if (!field.equals("operations") && !field.equals("variants")) {
                    var numbers = items.stream().map(run -> number(run.path(field), field)).filter(n -> n >= 0)
                            .toList();
                    assertThat(numbers).as(direction + field)
                            .isSortedAccordingTo(
                                    direction.isEmpty() ? Comparator.naturalOrder() : Comparator.reverseOrder());
                }
            }
        }
        return lists;
    }

    private static int number(JsonNode values, String field) {
        return field.equals("flags")
                ? values.size()
                : values.valueStream().mapToInt(JsonNode::asInt).max().orElse(-1);
    }

    private static void execute(Connection connection, String sql) throws Exception {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
