package org.gpucomm.server.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Each line that docs/agents.md shows for notebooks, run as it stands there against a running server. Python is the one that
 * GPUCOMM_PYTHON names, else that on the PATH; a line whose package it lacks is not run, and the test says so.
 */
@Tag("nightly")
class NotebookTest {

    private static final Path GUIDE = Path.of("../docs/agents.md");
    private static final Pattern LINE = Pattern.compile("(?m)^(?:pandas|polars|duckdb)\\.\\S.*$");
    private static final String NO_EXTENSION = "httpfs";
    /** Runs a line and prints what it read. */
    private static final String SCRIPT = """
            import importlib, json, sys
            gpucomm, line = sys.argv[1], sys.argv[2]
            name = line.split(".", 1)[0]
            try:
                package = importlib.import_module(name)
            except ImportError as missing:
                print(json.dumps({"missing": str(missing)}))
                sys.exit()
            try:
                frame = eval(line, {name: package, "gpucomm": gpucomm})
                if name == "duckdb":
                    columns, rows = frame.columns, frame.fetchall()
                elif name == "polars":
                    columns, rows = frame.columns, frame.rows()
                else:
                    columns, rows = list(frame.columns), frame.values.tolist()
                clean = lambda cell: cell if isinstance(cell, (int, float, str)) and cell == cell else None
                print(json.dumps({"version": package.__version__, "columns": columns,
                                  "rows": [[clean(cell) for cell in row] for row in rows]}))
            except Exception as failure:
                print(json.dumps({"failure": type(failure).__name__ + ": " + str(failure)}))
            """;

    @TempDir
    private static Path folder;
    private static ServerProcess server;
    private static String upload = "";

    @BeforeAll
    static void fill() throws Exception {
        server = ServerProcess.start(folder.resolve("data"), "--no-bundled");
        for (var log : FleetLogs.all()) {
            upload = ServerProcess.json(server.upload(log.filename(), log.text())).path("id").asString();
        }
        server.awaitImports();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theLinesOfTheGuideReadWhatTheServerSays() throws Exception {
        int run = 0;
        var lines = LINE.matcher(Files.readString(GUIDE)).results().map(found -> found.group()).toList();
        assertThat(lines).hasSizeGreaterThan(3);
        for (var line : lines) {
            var said = python(line.replace("0123456789abcdef", upload));
            if (said.has("missing") || said.path("failure").asString("").contains(NO_EXTENSION)) {
                System.out.println("not run: " + line + ": " + said);
                continue;
            }
            assertThat(said.path("failure").asString("")).as(line).isEmpty();
            System.out.println("run: " + line + " by " + said.path("version").asString());
            assertReads(line.replace("0123456789abcdef", upload), said);
            run++;
        }
        assumeTrue(run > 0, "no Python with pandas, Polars or DuckDB (install them with pip)");
    }

    /** Readers of Parquet ask for its length, then for its end, then for the columns that they need. */
    @Test
    void aPartOfAParquetTableIsThatPartOfTheWhole() throws Exception {
        for (var path : List.of("measurements.parquet?operation=all_reduce",
                "series.parquet?operation=all_reduce&tool=nccl-tests")) {
            var address = server.root().resolve("api/v1/" + path);
            var whole = fetched(address.toString());
            try (var http = HttpClient.newHttpClient()) {
                var head = http.send(HttpRequest.newBuilder(address).HEAD().build(), BodyHandlers.ofByteArray());
                assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(whole.length);
                assertThat(head.headers().firstValue("Accept-Ranges")).hasValue("bytes");
                for (var asked : List.of("bytes=0-3", "bytes=-8", "bytes=100-", "bytes=4-" + whole.length)) {
                    var part = http.send(HttpRequest.newBuilder(address).header("Range", asked).build(),
                            BodyHandlers.ofByteArray());
                    assertThat(part.statusCode()).as(asked).isEqualTo(206);
                    int from = asked.equals("bytes=-8")
                            ? whole.length - 8
                            : Integer.parseInt(asked.replaceAll("bytes=(\\d+)-.*", "$1"));
                    int to = asked.equals("bytes=0-3") ? 4 : whole.length;
                    assertThat(part.body()).as(asked).isEqualTo(Arrays.copyOfRange(whole, from, to));
                    assertThat(part.headers().firstValue("Content-Range"))
                            .hasValue("bytes " + from + "-" + (to - 1) + "/" + whole.length);
                }
                var beyond = http.send(
                        HttpRequest.newBuilder(address).header("Range", "bytes=" + whole.length + "-").build(),
                        BodyHandlers.ofByteArray());
                assertThat(beyond.statusCode()).isEqualTo(416);
            }
        }
    }

    /** DuckDB loads what speaks HTTP when it is first asked; where it cannot be had, a saved file does. */
    @Test
    void duckDbReadsTheAddressItself() throws Exception {
        var address = server.root().resolve("api/v1/").toString();
        var sum = "select count(*) as n, sum(busbw_GBps) as total from ";
        var csv = address + "measurements.csv?operation=all_reduce";
        List<List<Map<String, Object>>> answers;
        try {
            answers = DuckDb.rows(sum + "read_csv('" + csv + "')",
                    sum + "read_parquet('" + csv.replace(".csv?", ".parquet?") + "')");
        } catch (RuntimeException | IOException e) {
            answers = List.of();
        }
        assumeTrue(!answers.isEmpty(), "no httpfs of DuckDB (install it with DuckDB)");
        answers.forEach(rows -> assertTotal(rows, csv));
    }

    /** As the guide says where the address cannot be read: what another program saved. */
    @Test
    void duckDbReadsWhatAnHttpClientSaved() throws Exception {
        var csv = server.root().resolve("api/v1/measurements.csv?operation=all_reduce").toString();
        var saved = Files.write(folder.resolve("all.parquet"), fetched(csv.replace(".csv?", ".parquet?")));
        assertTotal(DuckDb.rows("select count(*) as n, sum(busbw_GBps) as total from '" + saved + "'").getFirst(), csv);
    }

    private static void assertTotal(List<? extends Map<String, ?>> rows, String csv) {
        var busbw = column(text(csv), "busbw_GBps");
        assertThat(((Number) Objects.requireNonNull(rows.getFirst().get("n"))).longValue()).isEqualTo(busbw.size())
                .isPositive();
        assertThat(((Number) Objects.requireNonNull(rows.getFirst().get("total"))).doubleValue()).isCloseTo(
                busbw.stream().mapToDouble(Double::doubleValue).filter(each -> !Double.isNaN(each)).sum(),
                within(1e-6));
    }

    /** As many rows as the CSV of the same question has, or the best of each number of ranks. */
    private static void assertReads(String line, JsonNode said) {
        var path = Pattern.compile("(\\w+)\\.(?:csv|parquet)\\?([^\"']+)").matcher(line);
        assertThat(path.find()).as(line).isTrue();
        var csv = text(server.root().resolve("api/v1/" + path.group(1) + ".csv?" + path.group(2)).toString());
        if (line.contains("group by ranks")) {
            var ranks = column(csv, "ranks");
            var busbw = column(csv, "busbw_GBps");
            assertThat(said.path("rows").size()).as(line).isEqualTo((int) ranks.stream().distinct().count())
                    .isPositive();
            said.path("rows").forEach(row -> {
                double most = Double.NEGATIVE_INFINITY;
                for (int i = 0; i < ranks.size(); i++) {
                    boolean counts = ranks.get(i) == row.path(0).asDouble() && !Double.isNaN(busbw.get(i));
                    most = counts ? Math.max(most, busbw.get(i)) : most;
                }
                assertThat(row.path(1).asDouble()).isEqualTo(most);
            });
            return;
        }
        var name = csv.contains("busbw_GBps") ? "busbw_GBps" : "y_busbw";
        var values = column(csv, name);
        int at = -1;
        for (int i = 0; i < said.path("columns").size(); i++) {
            at = said.path("columns").path(i).asString().equals(name) ? i : at;
        }
        assertThat(at).as(line).isNotNegative();
        assertThat(said.path("rows").size()).as(line).isEqualTo(values.size()).isPositive();
        for (int i = 0; i < values.size(); i++) {
            var cell = said.path("rows").path(i).path(at);
            assertThat(cell.isNull() ? Double.NaN : cell.asDouble()).as("%s, row %d", line, i)
                    .isEqualTo(values.get(i));
        }
    }

    private static List<Double> column(String csv, String name) {
        try (var rows = CSVParser.parse(csv, CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get())) {
            return rows.stream().map(row -> row.get(name).isEmpty() ? Double.NaN : Double.parseDouble(row.get(name)))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode python(String line) throws IOException, InterruptedException {
        var named = System.getenv("GPUCOMM_PYTHON");
        Process process;
        try {
            process = new ProcessBuilder(named == null ? "python3" : named, "-c", SCRIPT,
                    server.root().resolve("api/v1/").toString(), line)
                    .redirectError(ProcessBuilder.Redirect.appendTo(
                            Path.of("target", "programs-" + ProcessHandle.current().pid() + ".log").toFile()))
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "no Python (install python3)");
            throw e;
        }
        try (var out = process.getInputStream()) {
            var said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return JsonMapper.shared().readTree(said);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(String address) {
        try {
            return new String(fetched(address), StandardCharsets.UTF_8);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] fetched(String address) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var answer = http.send(HttpRequest.newBuilder(URI.create(address)).build(),
                    BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).as(address).isEqualTo(200);
            return answer.body();
        }
    }
}
