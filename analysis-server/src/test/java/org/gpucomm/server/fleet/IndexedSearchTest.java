package org.gpucomm.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search finds the same on H2, with PostgreSQL's trigrams, and on a PostgreSQL whose owner has not made them. */
@Tag("nightly")
class IndexedSearchTest {

    /** Words that stand in different places: file, tool, GPU, version, operation, fact, tag, title, note. */
    private static final List<String> SEARCHES = List.of("gh200", "AllReduce", "all_reduce", "h100-nccl", "2.28.3",
            "libfabric",
            "golden", "second night", "cable", "gh200 fabric", "16 GPUs", "osu 16 GPUs", "h100 2.27.5 all-reduce",
            "nowhere",
            "100%", "_");
    private static final int NIGHTS = 3_000;
    private static final List<String> INDEXES = List.of("fact_by_part", "run_by_filename_part", "run_by_source_part");

    @TempDir
    private Path folder;

    @Test
    void itFindsTheSameWithAndWithoutAnIndex() throws Exception {
        Map<String, Integer> found;
        try (var server = ServerProcess.start(folder.resolve("h2"), "--no-bundled")) {
            found = found(server);
        }
        assertThat(found).containsEntry("nowhere", 0).containsEntry("golden", 1).containsEntry("cable", 1)
                .containsEntry("second night", 1).containsEntry("100%", 0);
        assertThat(new TreeSet<>(found.values())).as("as many as stand in the logs").hasSizeGreaterThan(5);
        try (var postgresql = EmbeddedDatabase.start();
                var connection = postgresql.getPostgresDatabase().getConnection()) {
            try (var server = ServerProcess.start(folder.resolve("owner"), "--no-bundled", "--db-url",
                    postgresql.getJdbcUrl("postgres", "postgres"))) {
                assertThat(found(server)).isEqualTo(found);
                assertThat(indexes(connection)).isEqualTo(INDEXES);
                assertThat(explained(connection)).contains("fact_by_part").contains("run_by_source_part");
            }
        }
    }

    @Test
    void whoMayNotMakeTheExtensionIsToldAndSearchesAllTheSame() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var connection = postgresql.getPostgresDatabase().getConnection()) {
            connection.createStatement().execute("create role guest login");
            connection.createStatement().execute("grant create on schema public to guest");
            var log = folder.resolve("log");
            try (var server = ServerProcess.startLogging(log, folder.resolve("guest"), "--no-bundled", "--db-url",
                    postgresql.getJdbcUrl("guest", "postgres"))) {
                var one = FleetLogs.gh200OverFabric();
                server.upload(one.filename(), one.text());
                assertThat(ids(server, "gh200")).hasSize(1);
                assertThat(ids(server, "nowhere")).isEmpty();
            }
            assertThat(Files.readString(log)).contains("create extension pg_trgm");
            assertThat(indexes(connection)).isEmpty();
        }
    }

    @Test
    void h2AnswersASearchOfFourWordsWhileUploadsComeOneAfterTheOther() throws Exception {
        try (var server = ServerProcess.start(folder.resolve("busy"), "--no-bundled", "--answer-within", "10");
                var threads = Executors.newSingleThreadExecutor()) {
            assertThat(server.upload("nights.csv", nights(0, NIGHTS)).statusCode()).isEqualTo(201);
            var ended = new AtomicBoolean();
            var uploads = threads.submit(() -> {
                int night = NIGHTS;
                while (!ended.get()) {
                    assertThat(server.upload("night-" + night + ".csv", nights(night, 1)).statusCode()).isEqualTo(201);
                    night++;
                }
                return night - NIGHTS;
            });
            try {
                for (int asked = 1; asked <= 3; asked++) {
                    assertThat(server.json("runs?size=1&q=h100%20all_reduce%20fabric%20night-" + asked).path("total")
                            .asInt()).isPositive();
                }
            } finally {
                ended.set(true);
            }
            assertThat(uploads.get()).isPositive();
        }
    }

    /** Runs of one row each, as an own file has them. */
    private static String nights(int first, int count) {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int night = first; night < first + count; night++) {
            csv.append("night-").append(night).append(".log,").append(night - first + 1)
                    .append(",nccl-tests,2.17.1,nccl,2.27.3,all_reduce,,p5.48xlarge,NVIDIA H100,2,16,,1048576,float,sum,,")
                    .append("out_of_place,20,50.0,,,,,").append(20 + night % 7).append(",40,0,,,,,net=fabric,\n");
        }
        return csv.toString();
    }

    /** How many runs each search finds. */
    private static Map<String, Integer> found(ServerProcess server) throws Exception {
        for (var log : FleetLogs.all()) {
            assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(201);
        }
        var runs = server.json("runs?sort=filename&size=100").path("items");
        var first = runs.get(0);
        write(server, "PUT", "runs/" + first.path("id").asString() + "/marks", "{\"tags\": [\"golden\"]}");
        write(server, "PUT", "runs/" + runs.get(1).path("id").asString() + "/marks",
                "{\"note\": \"A cable was changed.\"}");
        write(server, "PATCH", "uploads/" + runs.get(2).path("upload").asString(), "{\"title\": \"The second night\"}");
        var found = new TreeMap<String, Integer>();
        for (var search : SEARCHES) {
            found.put(search, ids(server, search).size());
        }
        return found;
    }

    private static List<String> ids(ServerProcess server, String search) throws Exception {
        var answer = server.json("runs?size=100&q=" + URLEncoder.encode(search, StandardCharsets.UTF_8));
        var ids = answer.path("items").valueStream().map(run -> run.path("id").asString()).toList();
        assertThat(ids).hasSize(answer.path("total").asInt());
        return ids;
    }

    private static void write(ServerProcess server, String method, String path, String json) throws Exception {
        var answer = server.send(server.request("/api/v1/" + path).header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json)));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }

    private static List<String> indexes(Connection connection) throws Exception {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "select indexname from pg_indexes where indexname like '%part' order by indexname")) {
            var names = new ArrayList<String>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    /** With as few rows as these, PostgreSQL takes these indexes only where it has no other way. */
    private static String explained(Connection connection) throws Exception {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("alter table fact drop constraint fact_pkey");
            statement.execute("set enable_seqscan = off");
            statement.execute("set enable_indexscan = off");
            var plan = new StringBuilder();
            for (var sql : List.of("select 1 from run b where lower(b.source) like '%gh200%' escape '\\'",
                    "select 1 from fact f where f.name not like 'flag:%'"
                            + " and lower(f.name || '=' || f.fact_value) like '%gh200%' escape '\\'")) {
                try (var rows = statement.executeQuery("explain " + sql)) {
                    while (rows.next()) {
                        plan.append(rows.getString(1)).append('\n');
                    }
                }
            }
            return plan.toString();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }
}
