package org.gpucomm.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.figures.parquet.MeasurementTable;
import org.gpucomm.figures.parquet.ParquetWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Queries over a folder with one file, asked in a process of their own: this one may call no native code. */
class SqlEngineTest {

    private static final List<String> ANSWERED = List.of("select count(*) from measurement", "from measurement;",
            "from measurement -- with a comment", "describe measurement", "summarize measurement", "show tables",
            "with x as (select upload, month from measurement) select * from x order by all desc",
            "values (1, 2.5), (null, 'nan'::double)", "select run from measurement where month = '2026-01'");

    private static final List<String> REFUSED = List.of("copy measurement to 'measurements/x.csv'",
            "copy measurement to '/tmp/gpucomm-sql-test'", "attach 'measurements/x.db'",
            "attach '/tmp/gpucomm-sql-test' as other", "install httpfs", "load httpfs", "from read_csv('/etc/passwd')",
            "from read_text('/etc/passwd')", "from '/etc/passwd'", "from read_text('measurements/../secret.txt')",
            "from read_text('secret.txt')", "from read_blob('/proc/self/environ')", "from glob('/etc/*')",
            "from glob('*')",
            "from read_parquet('https://example.org/x.parquet')", "from read_csv('s3://example/x.csv')",
            "from read_duckdb('secret.txt')", "from duckdb_secrets()", "select getenv('PATH')", "set threads = 8",
            "set enable_external_access = true", "set allowed_directories = ['/']", "reset lock_configuration",
            "pragma enable_profiling", "create table x as from measurement", "drop view measurement",
            "insert into measurement (upload) values ('x')", "delete from measurement",
            "update measurement set wrong = 0",
            "with x as (delete from measurement returning *) from x", "export database 'measurements/x'", "checkpoint",
            "call enable_logging()", "select 1; select 2",
            "select 1) limit 1; copy measurement to 'measurements/x.csv'; from (select 2",
            "from query('copy measurement to ''measurements/x.csv''')",
            "from enable_logging('QueryLog', storage = 'file', storage_path = 'measurements/log')", "vacuum", "selec 1",
            "from nothing", "--", ";", "", "select length(repeat('x', 2000000000))",
            "select list(range::varchar || 'xxxxxxxxxxxxxxxx') from range(50000000)");

    @TempDir
    private Path folder;

    @Test
    void queriesReadTheMeasurementsAndNothingElse() throws Exception {
        Files.writeString(folder.resolve("secret.txt"), "secret");
        var file = folder.resolve("measurements/month=2026-01/0123456789abcdef-1.parquet");
        Files.createDirectories(file.getParent());
        try (var out = Files.newOutputStream(file);
                var table = new ParquetWriter(out, MeasurementTable.OF_FOLDER)) {
            table.row(MeasurementTable.OF_FOLDER.stream().map(column -> column.name().equals("upload") ? "u" : "")
                    .toList());
        }
        var said = said(List.of(ANSWERED, REFUSED));
        for (var query : ANSWERED) {
            assertThat(said.path(query).path("rows")).as(query).isNotEmpty();
        }
        for (var query : REFUSED) {
            assertThat(said.path(query).isString()).as("%s: %s", query, said.path(query)).isTrue();
            assertThat(said.path(query).asString()).isNotBlank().doesNotContain("root:", folder.toString());
        }
        assertThat(said.path(ANSWERED.getFirst()).path("rows").path(0).path(0).asInt()).isEqualTo(1);
        assertThat(said.path("values (1, 2.5), (null, 'nan'::double)").path("rows").toString())
                .isEqualTo("[[1,2.5],[null,\"NaN\"]]");
        assertThat(folder).isDirectoryRecursivelyContaining(path -> path.equals(file));
        try (var all = Files.walk(folder)) {
            assertThat(all.filter(Files::isRegularFile)).as("nothing was written").containsExactlyInAnyOrder(file,
                    folder.resolve("secret.txt"), folder.resolve("said.json"));
        }
        assertThat(Path.of("/tmp/gpucomm-sql-test")).doesNotExist();
    }

    private JsonNode said(List<List<String>> queries) throws IOException, InterruptedException {
        var process = new ProcessBuilder("/bin/sh", "-c", SqlProcess.BOUNDED, "sql",
                ProcessHandle.current().info().command().orElseThrow(), "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-XX:CompressedClassSpaceSize=32m", "-cp",
                System.getProperty("java.class.path").replaceAll("(^|:)(?!/)",
                        "$1" + Path.of("").toAbsolutePath() + "/"),
                SqlEngineTest.class.getName()).directory(folder.toFile())
                .redirectOutput(folder.resolve("said.json").toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        Path.of("target", "programs-" + ProcessHandle.current().pid() + ".log").toAbsolutePath()
                                .toFile()));
        process.environment().put("MALLOC_ARENA_MAX", "2");
        var started = process.start();
        try (var in = started.getOutputStream()) {
            in.write(JsonMapper.shared().writeValueAsString(queries).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(started.waitFor()).isZero();
        return JsonMapper.shared().readTree(folder.resolve("said.json").toFile());
    }

    /** Prints the answer to each query on standard input, or what is said against it. */
    public static void main(String[] none) throws IOException, SQLException {
        Map<String, Object> answers = new LinkedHashMap<>();
        try (var engine = new SqlEngine(Path.of("measurements"), true)) {
            for (var list : JsonMapper.shared().readTree(System.in)) {
                for (var query : list) {
                    answers.put(query.asString(), answer(engine, query.asString()));
                }
            }
        }
        System.out.print(JsonMapper.shared().writeValueAsString(answers));
    }

    private static Object answer(SqlEngine engine, String query) {
        try {
            return engine.answer(query, 10);
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
