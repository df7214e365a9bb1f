package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.database.Database;
import org.gpucomm.server.fleet.FleetLogs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/** Imports maintain the list of histories: it reads no run, and equals what reading all runs gives. */
@Tag("nightly")
class KeptHistoriesTest {

    private static final List<String> LISTS = List.of("histories?size=100", "histories?size=100&operation=all_reduce",
            "histories?size=5&page=1", "histories?size=100&ranks=16&placement=out_of_place");

    /** An in-place one that repeats another is in no list. */
    private static final String NOT_KEPT = """
            select count(*) from history h where runs > 1 and (summary_version is null or summary_version <> changed)
               and not exists (select 1 from history t where t.hash = h.twin)
            """;

    @TempDir
    private Path dataDir;

    @Test
    void listsSayWhatTheRunsSayAndReadNone() throws Exception {
        var lists = new LinkedHashMap<String, JsonNode>();
        long until;
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            until = server.json("overview").path("data").path("until").asLong();
            for (var log : FleetLogs.all()) {
                server.upload(log.filename(), log.text());
            }
            for (int night = 1; night <= 8; night++) {
                var log = FleetLogs.nights(2, night);
                server.upload(log.filename(), log.text());
            }
            server.awaitImports();
            saysWhatItsRunsSay(server, "");
            saysWhatItsRunsSay(server, "until=" + until);
            saysWhatItsRunsSay(server, "libraryVersion=2.28.3");
            saysWhatItsRunsSay(server, "tool=nccl-tests");
            // Reading again takes runs out of their histories and puts them back.
            readAllAgain(server);
            saysWhatItsRunsSay(server, "");
            lists.putAll(lists(server));
            assertThat(lists.get(LISTS.getFirst()).path("total").asInt()).isGreaterThan(20);
        }
        assertThat(number("""
                select count(*) from history h
                 where runs <> (select count(distinct c.run_id) from run_series c where c.history_id = h.id)
                    or first_at <> (select min(r.made_at) from run_series c join run r on r.id = c.run_id where c.history_id = h.id)
                    or last_at <> (select max(r.made_at) from run_series c join run r on r.id = c.run_id where c.history_id = h.id)
                    or last_sequence <> (select max(u.sequence) from run_series c join run r on r.id = c.run_id
                                           join upload u on u.id = r.upload_id where c.history_id = h.id)
                """)).as("rows of the table that do not say what their runs say").isZero();

        // What an answer had to read is stored soon after it, unless the server ends before.
        while (number(NOT_KEPT) > 0) {
            try (var server = ServerProcess.start(dataDir)) {
                lists(server);
                Thread.sleep(2000);
            }
        }

        change("delete from curve", "update run_series set history_id = null");
        try (var server = ServerProcess.start(dataDir)) {
            assertThat(lists(server)).as("without any point of any run").isEqualTo(lists);
        }
    }

    @Test
    void whatAFilterByVersionChoosesIsNeverStale() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var server = ServerProcess.start(dataDir.resolve("one"), "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"))) {
            for (var log : FleetLogs.all()) {
                server.upload(log.filename(), log.text());
            }
            try (var other = ServerProcess.start(dataDir.resolve("other"), "--no-bundled", "--db-url",
                    postgresql.getJdbcUrl("postgres", "postgres"))) {
                for (int night = 1; night <= 3; night++) {
                    var log = FleetLogs.nights(2, night);
                    other.upload(log.filename(), log.text());
                    byVersions(server);
                }
            }
            var latest = server.json("runs").path("items").get(0).path("upload").asString();
            for (var hidden : List.of(true, false)) {
                server.send("PATCH", "uploads/" + latest, "{\"hidden\": " + hidden + "}");
                byVersions(server);
            }
            server.send("DELETE", "uploads/" + latest + "?now=true", "");
            byVersions(server);
        }
    }

    private static void byVersions(ServerProcess server) throws Exception {
        for (var filter : List.of("libraryVersion=2.28.3", "tool=nccl-tests", "gpu=NVIDIA%20H100%2080GB%20HBM3")) {
            saysWhatItsRunsSay(server, filter);
        }
    }

    @Test
    void aLongHistoryIsListedAtOnceAndWhatItTellsSoonAfter() throws Exception {
        int runs = 510;
        var start = OffsetDateTime.parse("2024-01-01T00:00:00Z");
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 0; i < runs; i++) {
            double time = (i < 400 ? 10 : 12) * (1 + 0.01 * (i * 37 % 11 - 5));
            for (int bytes : new int[]{1024, 2048}) {
                csv.append(String.format(Locale.ROOT,
                        "long.log,%d,nccl-tests,,nccl,,all_reduce,,,,1,8,,%d,float,sum,,out_of_place,20,%.3f,,,,,,,0,,%s,,,,%n",
                        i + 1, bytes, time, start.plusHours(i)));
            }
        }
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            assertThat(server.upload("long.csv", csv.toString()).statusCode()).isEqualTo(201);
            assertThat(server.json("histories").path("total").asInt()).isEqualTo(1);
            var history = compared(server, "histories").path("items").get(0);
            assertThat(history.path("comparable").asInt()).isEqualTo(runs);
            assertThat(OffsetDateTime.parse(history.path("change").path("at").asString()))
                    .isEqualTo(start.plusHours(400));
            assertThat(history.path("change").path("effect").asDouble()).isBetween(0.19, 0.21);
        }
    }

    /** Waits until all runs of what is listed are compared. */
    private static JsonNode compared(ServerProcess server, String list) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (true) {
            var answer = server.json(list);
            var pending = answer.path("items").valueStream().filter(item -> item.path("comparable").isNull()).toList();
            if (pending.isEmpty()) {
                return answer;
            }
            assertThat(pending).allSatisfy(item -> assertThat(item.path("change").isNull()).isTrue());
            assertThat(System.nanoTime()).as("all are compared").isLessThan(end);
            Thread.sleep(100);
        }
    }

    private static Map<String, JsonNode> lists(ServerProcess server) throws Exception {
        var lists = new LinkedHashMap<String, JsonNode>();
        for (var list : LISTS) {
            lists.put(list, compared(server, list));
        }
        return lists;
    }

    /** The page of one history reads its runs. */
    private static void saysWhatItsRunsSay(ServerProcess server, String filter) throws Exception {
        var items = compared(server, "histories?size=100&" + filter).path("items");
        assertThat(items.size()).as(filter).isPositive();
        for (var item : items) {
            var detail = server.json("histories/" + item.path("id").asString() + "?" + filter);
            assertThat(item).as(filter).isEqualTo(detail.path("history"));
            assertThat(item.path("comparable").asInt()).isEqualTo(detail.path("runs").size());
        }
    }

    private static void readAllAgain(ServerProcess server) throws Exception {
        server.send(server.request("/api/v1/readings?all=true").POST(BodyPublishers.noBody()));
        server.awaitImports();
        while (server.json("overview").path("importing").asInt() > 0) {
            Thread.sleep(50);
        }
    }

    private long number(String query) throws SQLException {
        try (var connection = connection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void change(String... statements) throws SQLException {
        try (var connection = connection();
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }

    private Connection connection() throws SQLException {
        var database = Database.inDirectory(dataDir);
        return DriverManager.getConnection(database.url(), database.user(), database.password());
    }
}
