package org.gpucomm.server.parquet;

import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.gpucomm.server.store.LiveFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

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
        assertThat(printed("sql", "select upload, '=1' as f from measurement limit 1", "--data-dir", folder.toString(),
                "--format", "csv")).contains("upload,f\n" + upload + ",'=1\n");
        assertThat(printed("sql", "select 'a' as name, 7 as n union all select 'bcdef', 12345 order by n", "--data-dir",
                folder.toString())).contains("name       n\na          7\nbcdef  12345\n");
        var none = ServerProcess.run("sql", BEST, "--data-dir", folder.resolve("none").toString());
        assertThat(none.code()).isEqualTo(3);
        assertThat(none.output()).contains("there is no folder");
    }

    /** All that is refused: SqlEngineTest. */
    @Test
    @Order(3)
    void whatIsNoQueryOverTheMeasurementsIsRefused() throws Exception {
        for (var query : List.of("copy measurement to 'measurements/x.csv'", "from read_csv('/etc/passwd')",
                "from read_text('work/../measurements/../../../etc/passwd')", "install httpfs", "select 1; select 2")) {
            var answer = ask(query);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(ServerProcess.json(answer).path("detail").asString()).isNotBlank()
                    .doesNotContain(folder.toString(), "root:");
        }
        assertThat(folder.resolve("measurements/x.csv")).doesNotExist();
    }

    @Test
    @Order(4)
    void whatTakesTooMuchMemoryIsRefusedAndTheServerGoesOn() throws Exception {
        var answer = ask("select length(repeat('x', 2000000000))");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("Memory");
        var many = rows("from range(20000)");
        assertThat(many.path("rows")).hasSize(10_000);
        assertThat(many.path("more").asBoolean()).isTrue();
        assertThat(rows("select repeat('x', 3000) from range(10000)").path("more").asBoolean()).isTrue();
    }

    @Tag("nightly")
    @Test
    @Order(5)
    void aQueryEndsAtItsLimit() throws Exception {
        var answer = ask(
                "select max(hash(a.range, b.range, c.range)) from range(100000) a, range(100000) b, range(100000) c");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains("Ask for less");
        assertThat(server.get("/api/v1/runs").statusCode()).isEqualTo(200);
    }

    @Test
    @Order(6)
    void aQueryThatIsNoneIsRefused() throws Exception {
        for (var body : List.of("{}", "{\"query\": \"\"}", "{\"query\": \"" + "x".repeat(10_001) + "\"}", "x")) {
            var answer = server.send(server.request("/api/v1/sql").header("Content-Type", "application/json")
                    .POST(ofString(body)));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        }
    }

    /** The last one: others need the rows. */
    @Test
    @Order(7)
    void theFileGoesWithItsUpload() throws Exception {
        server.send(server.request("/api/v1/uploads/" + upload).DELETE());
        while (!MeasurementFilesTest.files(folder).isEmpty()) {
            Thread.sleep(100);
        }
        assertThat(rows("from measurement").path("rows")).isEmpty();
        assertThat(LiveFiles.below(folder.resolve("work")).keySet()).extracting(path -> path.getFileName().toString())
                .noneMatch(name -> name.startsWith("sql-") || name.endsWith(".parquet"));
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
