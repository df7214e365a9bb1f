package org.gpucomm.server.parquet;

import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An upload becomes a Parquet file, queries read it and nothing else, and it goes with its upload. */
@TestMethodOrder(OrderAnnotation.class)
class SqlTest {

    private static final String BEST = "select operation, ranks, max(\"busbw_GBps\") as best, count(*) as n"
            + " from measurement group by all order by all";

    @TempDir
    private static Path folder;
    private static ServerProcess server;
    private static String upload = "";

    @BeforeAll
    static void fill() throws Exception {
        server = ServerProcess.start(folder, "--no-bundled", "--undo", "0s");
        assertThat(rows("from measurement").path("rows")).as("before any upload").isEmpty();
        var log = FleetLogs.all().getFirst();
        upload = ServerProcess.json(server.upload(log.filename(), log.text())).path("id").asString();
        while (MeasurementFilesTest.files(folder).isEmpty()) {
            Thread.sleep(100);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @Order(1)
    void theFileHasTheRowsOfTheExport() throws Exception {
        var file = MeasurementFilesTest.files(folder);
        assertThat(file).singleElement().asString().matches(".*/month=\\d{4}-\\d{2}/" + upload + "-\\d+\\.parquet");
        var csv = server.get("/api/v1/measurements.csv?upload=" + upload).body();
        try (var parser = CSVParser.parse(csv,
                CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get())) {
            var said = rows("select run, ordinal, line, \"busbw_GBps\", upload from measurement order by run, ordinal");
            assertThat(said.path("more").asBoolean()).isFalse();
            int i = 0;
            for (var expected : parser) {
                var row = said.path("rows").path(i++);
                assertThat(row.path(0).asString()).isEqualTo(expected.get("run"));
                assertThat(row.path(1).asLong()).isEqualTo(Long.parseLong(expected.get("ordinal")));
                assertThat(row.path(2).asLong()).isEqualTo(Long.parseLong(expected.get("line")));
                assertThat(row.path(3).isNull() ? "" : String.valueOf(row.path(3).asDouble()))
                        .isEqualTo(expected.get("busbw_GBps").isEmpty()
                                ? ""
                                : String.valueOf(Double.parseDouble(expected.get("busbw_GBps"))));
                assertThat(row.path(4).asString()).isEqualTo(upload);
            }
            assertThat(said.path("rows")).hasSize(i).isNotEmpty();
        }
    }

    /** While the server runs. */
    @Test
    @Order(2)
    void theCommandSaysWhatTheServerSays() throws Exception {
        var said = rows(BEST);
        var json = printed("sql", BEST, "--data-dir", folder.toString(), "--format", "json");
        assertThat(JsonMapper.shared().readTree(json.substring(json.indexOf('{')))).isEqualTo(said);
        var first = said.path("rows").path(0);
        assertThat(printed("sql", BEST, "--data-dir", folder.toString(), "--format", "csv")).contains(
                "operation,ranks,best,n\n" + first.path(0).asString() + "," + first.path(1).asInt() + ",");
        assertThat(printed("sql", "select 'a' as name, 7 as n union all select 'bcdef', 12345 order by n", "--data-dir",
                folder.toString())).contains("name       n\na          7\nbcdef  12345\n");
        assertThat(printed("sql", "describe measurement", "--data-dir", folder.toString())).contains("busbw_GBps",
                "upload", "month");
        var none = ServerProcess.run("sql", BEST, "--data-dir", folder.resolve("none").toString());
        assertThat(none.code()).isEqualTo(3);
        assertThat(none.output()).contains("there is no folder");
    }

    @ParameterizedTest
    @Order(3)
    @ValueSource(strings = {"copy measurement to 'measurements/x.csv'",
            "copy measurement to '/tmp/gpucomm-sql-test.csv'",
            "attach 'measurements/x.db'", "attach '/tmp/gpucomm-sql-test.db' as other", "install httpfs", "load httpfs",
            "from read_csv('/etc/passwd')", "from read_text('/etc/passwd')", "from '/etc/passwd'",
            "from read_text('../../../../etc/passwd')", "from read_text('measurements/../gpucomm.mv.db')",
            "from glob('/etc/*')", "from read_parquet('https://example.org/x.parquet')",
            "from read_csv('s3://example/x.csv')", "set threads = 8", "set enable_external_access = true",
            "pragma enable_profiling", "create table x as from measurement", "insert into measurement values ('x')",
            "drop view measurement", "delete from measurement", "update measurement set wrong = 0",
            "export database 'measurements/x'", "checkpoint", "call enable_logging()", "select 1; select 2",
            "select 1) t; copy measurement to 'measurements/x.csv'; select * from (select 2",
            "from query('copy measurement to ''measurements/x.csv''')",
            "from enable_logging('QueryLog', storage = 'file', storage_path = 'measurements/log')",
            "with x as (delete from measurement returning *) from x", "vacuum", "selec 1", "from nothing", "--", ";"})
    void whatIsNoQueryOverTheMeasurementsIsRefused(String query) throws Exception {
        var before = everything();
        var answer = ask(query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(ServerProcess.json(answer).path("detail").asString()).isNotBlank()
                .doesNotContain(folder.toString(), "root:");
        assertThat(everything()).isEqualTo(before);
        assertThat(Path.of("/tmp/gpucomm-sql-test.csv")).doesNotExist();
        assertThat(Path.of("/tmp/gpucomm-sql-test.db")).doesNotExist();
    }

    @Test
    @Order(4)
    void whatTakesTooMuchMemoryIsRefusedAndTheServerGoesOn() throws Exception {
        var answer = ask("select count(*) from (select list(range::varchar || 'xxxxxxxxxxxxxxxx') as all_of_them"
                + " from range(50000000))");
        assertThat(answer.statusCode()).as(answer.body()).isIn(400, 503);
        assertThat(rows("select count(*) from measurement").path("rows").path(0).path(0).asLong()).isPositive();
        var many = rows("from range(20000)");
        assertThat(many.path("rows")).hasSize(10_000);
        assertThat(many.path("more").asBoolean()).isTrue();
        assertThat(rows("select repeat('x', 3000) from range(10000)").path("more").asBoolean()).isTrue();
    }

    @Test
    @Order(5)
    void nothingOfTheServersEnvironmentIsTold() throws Exception {
        for (var query : List.of("select getenv('PATH')",
                "select value from duckdb_settings() where name = 'home_directory'",
                "from duckdb_secrets()", "select sql from duckdb_views() where view_name = 'measurement'")) {
            assertThat(ask(query).body()).as(query).doesNotContain(folder.toString(), "/usr/", "/root");
        }
    }

    @Tag("nightly")
    @Test
    @Order(6)
    void aQueryEndsAtItsLimit() throws Exception {
        var answer = ask("select count(*) from range(10000000) a, range(10000000) b where a.range < b.range");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains("Ask for less");
        assertThat(server.get("/api/v1/runs").statusCode()).isEqualTo(200);
    }

    @Test
    @Order(7)
    void aQueryThatIsNoneIsRefused() throws Exception {
        for (var body : List.of("{}", "{\"query\": \"\"}", "{\"query\": \"" + "x".repeat(10_001) + "\"}", "x")) {
            var answer = server.send(server.request("/api/v1/sql").header("Content-Type", "application/json")
                    .POST(ofString(body)));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        }
    }

    /** The last one: others need the rows. */
    @Test
    @Order(8)
    void theFileGoesWithItsUpload() throws Exception {
        server.send(server.request("/api/v1/uploads/" + upload).DELETE());
        while (!MeasurementFilesTest.files(folder).isEmpty()) {
            Thread.sleep(100);
        }
        assertThat(rows("from measurement").path("rows")).isEmpty();
        try (var work = Files.walk(folder.resolve("work"))) {
            assertThat(work.map(path -> path.getFileName().toString())).noneMatch(
                    name -> name.startsWith("sql-") || name.endsWith(".parquet"));
        }
    }

    private static List<String> everything() throws Exception {
        try (var files = Files.walk(folder.resolve("measurements"))) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    private static HttpResponse<String> ask(String query) throws Exception {
        return server.send(server.request("/api/v1/sql").header("Content-Type", "application/json")
                .POST(ofString(JsonMapper.shared().writeValueAsString(Map.of("query", query)),
                        StandardCharsets.UTF_8)));
    }

    private static JsonNode rows(String query) throws Exception {
        var answer = ask(query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ServerProcess.json(answer);
    }

    private static String printed(String... arguments) throws Exception {
        var ended = ServerProcess.run(arguments);
        assertThat(ended.code()).as(ended.output()).isZero();
        return ended.output();
    }
}
