package org.gpucomm.server.parquet;

import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.database.Database;
import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/** DuckDB reads what the server gives as Parquet and CSV, and plain SQL its views: all say what the interface says. */
@Tag("nightly")
class TablesForOthersTest {

    /** Of /runs, where a view calls it otherwise. */
    private static final Map<String, String> RUN = Map.ofEntries(Map.entry("run", "id"), Map.entry("upload", "upload"),
            Map.entry("section", "section"), Map.entry("filename", "filename"), Map.entry("title", "title"),
            Map.entry("tool", "tool"), Map.entry("tool_version", "toolVersion"), Map.entry("library", "library"),
            Map.entry("library_version", "libraryVersion"), Map.entry("instance_type", "instanceType"),
            Map.entry("gpu", "gpu"), Map.entry("started_at", "startedAt"), Map.entry("bundled", "bundled"),
            Map.entry("measurements", "points"), Map.entry("problems", "problems"),
            Map.entry("wrong_measurements", "wrong"), Map.entry("min_message_bytes", "minBytes"),
            Map.entry("max_message_bytes", "maxBytes"), Map.entry("max_busbw_gbps", "maxBusbw"),
            Map.entry("max_algbw_gbps", "maxAlgbw"), Map.entry("min_time_us", "minTime"));

    @TempDir
    private Path folder;

    @Test
    void viewsOnH2AndTablesForDataFramesSayWhatTheInterfaceSays() throws Exception {
        var said = new Said();
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            fill(server, said);
            duckDbReads(server, said);
        }
        var h2 = Database.inDirectory(folder.resolve("data"));
        try (var connection = DriverManager.getConnection(h2.url(), h2.user(), h2.password())) {
            assertViews(connection, said);
        }
    }

    @Test
    void viewsOnPostgresqlSayWhatTheInterfaceSays() throws Exception {
        try (var postgresql = EmbeddedDatabase.start()) {
            var said = new Said();
            try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--db-url",
                    postgresql.getJdbcUrl("postgres", "postgres"))) {
                fill(server, said);
            }
            try (var connection = postgresql.getPostgresDatabase().getConnection()) {
                assertViews(connection, said);
            }
        }
    }

    /** Logs of several tools, one with columns that others lack, one that broke off, one that is hidden. */
    private static void fill(ServerProcess server, Said said) throws Exception {
        for (var log : FleetLogs.all()) {
            assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(201);
        }
        for (var sample : List.of("nccl-tests-json/v3-per-iteration-pretty.json", "gpucomm-csv/points.csv",
                "osu/v7.3-collectives-two-runs.log", "transferbench/config-file-three-tests.log")) {
            var file = Path.of("../docs/samples").resolve(sample);
            assertThat(server.upload(String.valueOf(file.getFileName()), Files.readString(file)).statusCode())
                    .isEqualTo(201);
        }
        var cut = FleetLogs.gh200OverTcp().text();
        server.upload("cut.log", cut.substring(0, cut.length() * 2 / 3).replace("nid005471", "nid005999"));
        var hidden = ServerProcess.json(server.upload("hidden.log", cut + "\n# again\n")).path("id").asString();
        server.send(server.request("/api/v1/uploads/" + hidden).header("Content-Type", "application/json")
                .method("PATCH", ofString("{\"hidden\":true}")));
        server.awaitImports();
        for (var run : server.json("runs?size=1000").path("items")) {
            assertThat(run.path("upload").asString()).isNotEqualTo(hidden);
            said.runs.add(run);
            said.points.put(run.path("id").asString(), server.json("runs/" + run.path("id").asString()
                    + "/points?size=1000"));
        }
        assertThat(said.runs).hasSizeGreaterThan(15).anyMatch(run -> !run.path("flags").isEmpty());
    }

    private void duckDbReads(ServerProcess server, Said said) throws Exception {
        var query = "run=" + String.join("&run=", said.points.keySet());
        var parquet = fetched(server, "measurements.parquet?" + query);
        var csv = fetched(server, "measurements.csv?" + query);
        var series = "operation=all_reduce&tool=nccl-tests&combine=runs";
        var drawn = fetched(server, "series.parquet?" + series);
        var best = "select operation, ranks, max(busbw_GBps) as best from %s group by all order by all";
        var answers = DuckDb.rows("select * from read_parquet('" + parquet + "')",
                "select typeof(busbw_GBps) || typeof(message_bytes) || typeof(operation) as types from '" + parquet
                        + "' limit 1",
                best.formatted("read_csv('" + csv + "')"), best.formatted("read_parquet('" + parquet + "')"),
                "select x_message_bytes, y_busbw, n from read_parquet('" + drawn + "')");
        assertPoints(answers.getFirst(), said, "time_us", "algbw_GBps", "busbw_GBps", "wrong", "message_bytes", "ranks",
                "nodes", "datatype", "operation", "iterations", "placement", "time_p99_us", "metrics", "section");
        assertThat(answers.get(1).getFirst()).containsValue("DOUBLEBIGINTVARCHAR");
        assertThat(answers.get(2)).isNotEmpty().isEqualTo(answers.get(3));
        assertSeries(server.json("series.json?" + series), answers.get(4));
    }

    private static void assertSeries(JsonNode said, List<Map<String, @Nullable Object>> rows) {
        var drawn = new ArrayList<List<Double>>();
        for (var curve : said.path("series")) {
            curve.path("points").forEach(point -> drawn
                    .add(List.of(point.path("x").asDouble(), point.path("y").asDouble(), point.path("n").asDouble())));
        }
        var read = rows.stream().map(row -> row.values().stream()
                .map(value -> ((Number) Objects.requireNonNull(value)).doubleValue()).toList()).toList();
        assertThat(read).isNotEmpty().isEqualTo(drawn);
    }

    /** Grafana puts the range of time in place of its macro; the panel of the guide is run as it stands there otherwise. */
    private static void assertPanels(Connection connection, Said said) throws SQLException, IOException {
        var panels = Pattern.compile("(?s)```sql\n(.*?)```").matcher(Files.readString(Path.of("../docs/agents.md")))
                .results().map(found -> found.group(1)).toList();
        assertThat(panels).hasSize(3);
        for (var panel : panels) {
            var sql = panel.replaceAll("\\$__timeFilter\\(([\\w.]+)\\)",
                    "$1 between timestamp '2000-01-01 00:00:00' and timestamp '2100-01-01 00:00:00'");
            var rows = rows(connection, sql);
            assertThat(rows).as(panel).isNotEmpty().allSatisfy(row -> assertThat(row.keySet().stream()
                    .map(name -> name.toLowerCase(Locale.ROOT))).contains("time", "value"));
        }
        var curve = rows(connection, panels.getFirst().replaceAll("and \\$__timeFilter\\(\\w+\\)", ""));
        var expected = new ArrayList<Double>();
        for (var run : said.runs) {
            var points = said.points.get(run.path("id").asString());
            for (var row : points.path("rows")) {
                if (run.path("flags").isEmpty() && is(points, row, "operation", "all_reduce")
                        && is(points, row, "ranks", "16") && is(points, row, "message_bytes", "134217728")
                        && is(points, row, "placement", "out_of_place") && !is(points, row, "wrong", "1")) {
                    expected.add(row.path(position(points.path("columns"), "busbw_GBps")).asDouble());
                }
            }
        }
        assertThat(curve.stream().map(row -> ((Number) value(row, "value"))
                .doubleValue())).containsExactlyInAnyOrderElementsOf(expected).isNotEmpty();
    }

    private static boolean is(JsonNode points, JsonNode row, String column, String value) {
        return row.path(position(points.path("columns"), column)).asString("").equals(value);
    }

    private static void assertViews(Connection connection, Said said) throws SQLException, IOException {
        assertPanels(connection, said);
        var points = rows(connection, """
                select row_number() over (partition by run order by position) as ordinal, m.* from shown_measurement m
                """);
        assertPoints(points, said, "line", "tool", "tool_version", "library", "library_version", "operation", "variant",
                "placement", "instance_type", "gpu", "problem", "datatype", "redop", "root", "settings", "nodes",
                "ranks",
                "message_bytes", "iterations", "time_us", "time_min_us", "time_p50_us", "time_p99_us", "time_max_us",
                "algbw_gbps", "busbw_gbps", "wrong", "metrics");
        var runs = rows(connection, "select * from shown_run");
        assertThat(runs).hasSize(said.runs.size());
        var flags = rows(connection, "select * from shown_flag");
        for (var run : runs) {
            var shown = said.runs.stream().filter(each -> each.path("id").asString().equals(run.get("run"))).findFirst()
                    .orElseThrow();
            RUN.forEach((column, field) -> assertAlike(run.get(column), shown.path(field), column));
            assertThat(run.get("stored_at")).isNotNull();
            assertThat(((Number) value(run, "flags")).intValue()).isEqualTo(shown.path("flags").size());
            var flagged = new ArrayList<String>();
            shown.path("flags")
                    .forEach(flag -> flagged.add(flag.path("id").asString() + flag.path("detail").asString()));
            assertThat(flags.stream().filter(flag -> flag.get("run").equals(run.get("run")))
                    .map(flag -> "" + flag.get("flag") + flag.get("detail")))
                    .containsExactlyInAnyOrderElementsOf(flagged);
            assertThat(run.keySet()).hasSize(RUN.size() + 3);
        }
    }

    /** A row for each measurement, each of these columns as the page of its run has it. */
    private static void assertPoints(List<Map<String, @Nullable Object>> rows, Said said, String... columns) {
        assertThat(rows.size())
                .isEqualTo(said.points.values().stream().mapToInt(each -> each.path("rows").size()).sum());
        for (var row : rows) {
            var of = said.points.get(row.get("run"));
            assertThat(of).isNotNull();
            var shown = of.path("rows").path((int) ((Number) value(row, "ordinal")).longValue() - 1);
            for (var column : columns) {
                int position = position(of.path("columns"), column);
                if (position >= 0) {
                    assertAlike(row.get(column), shown.path(position), column);
                }
            }
        }
    }

    private static Object value(Map<String, @Nullable Object> row, String column) {
        var value = row.get(column);
        assertThat(value).as(column).isNotNull();
        return value;
    }

    private static void assertAlike(@Nullable Object value, JsonNode shown, String column) {
        if (shown.isNull()) {
            assertThat(value).as(column).isNull();
        } else if (shown.isNumber()) {
            assertThat(((Number) Objects.requireNonNull(value)).doubleValue()).as(column)
                    .isEqualTo(shown.asDouble());
        } else {
            // Named values are the same in whatever order.
            assertThat(String.valueOf(value).split(";")).as(column)
                    .containsExactlyInAnyOrder(shown.asString().split(";"));
        }
    }

    private static int position(JsonNode columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.path(i).asString().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    private static List<Map<String, @Nullable Object>> rows(Connection connection, String sql) throws SQLException {
        var rows = new ArrayList<Map<String, @Nullable Object>>();
        try (var statement = connection.createStatement(); var result = statement.executeQuery(sql)) {
            var head = result.getMetaData();
            while (result.next()) {
                var row = new LinkedHashMap<String, @Nullable Object>();
                for (int i = 1; i <= head.getColumnCount(); i++) {
                    row.put(head.getColumnLabel(i), result.getObject(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /** As a client without DuckDB's own HTTP would keep it. */
    private Path fetched(ServerProcess server, String path) throws IOException, InterruptedException {
        var file = folder.resolve(path.replaceAll("\\?.*", ""));
        try (var http = java.net.http.HttpClient.newHttpClient()) {
            var answer = http.send(server.request("/api/v1/" + path).build(), BodyHandlers.ofFile(file));
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
        }
        return file;
    }

    private static final class Said {

        private final List<JsonNode> runs = new ArrayList<>();
        private final Map<String, JsonNode> points = new HashMap<>();
    }
}
