package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.results.format.canonical.SpreadsheetCell;
import org.gpucomm.server.database.Database;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every measurement of every sample comes out of the tables as its log has it. */
@Tag("nightly")
class PrintedDigitsTest {

    private static final List<Path> SAMPLES = List.of(Path.of("../docs/samples"),
            Path.of("../results/src/test/resources/samples"));
    private static final List<String> NUMBERS = List.of("message_bytes", "iterations", "time_us", "time_min_us",
            "time_p50_us", "time_p99_us", "time_max_us", "algbw_GBps", "busbw_GBps", "wrong", "baseline_us", "speedup",
            "efficiency_pct");
    /** Each form of a number that a tool may print. */
    private static final String ODD = String.join(",", Column.headers()) + "\n"
            + Stream.of("10.50", "1.5e+03", "007.5", ".5", "5.", "0.1000000000000000055511151231257827", "+3.25",
                    "123456789012345678", "0.00000000000000000001", "1E5", "0", "-0.0")
                    .map(number -> "odd.log,3,nccl-tests,,nccl,,all_reduce,,,,1,8,,1024,float,sum,,out_of_place,20,"
                            + (number.startsWith("-") ? "1" : number) + ",,,,,1.25,2.19," + number + ",,"
                            + (number.endsWith("0") ? "2026-01-01T00:00:00Z" : "") + ",,,NCCL_ALGO=Ring;A=" + number
                            + ",rank=" + number.length() + "\n")
                    .reduce("", String::concat);

    /** Runs and curves that take turns, over more than one chunk of an import. */
    private static final String MIXED = String.join(",", Column.headers()) + "\n"
            + IntStream.range(0, 40_000)
                    .mapToObj(i -> "mixed.log," + (1 + i % 3) + ",nccl-tests,,nccl,,all_reduce,,,,1," + (2 << i % 2)
                            + ",,"
                            + (8L << i % 20) + ",float,sum,,out_of_place,20," + i + ".50,,,,,,,0,,,,,,\n")
                    .collect(Collectors.joining());

    @TempDir
    private Path dataDir;

    @Test
    void h2HasThem() throws Exception {
        Map<String, List<CSVRecord>> exported;
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            exported = exported(server);
        }
        var database = Database.inDirectory(dataDir);
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password())) {
            assertView(connection, exported);
        }
    }

    @Test
    void postgresqlHasThem() throws Exception {
        try (var postgresql = EmbeddedDatabase.start();
                var server = ServerProcess.start(dataDir, "--no-bundled", "--db-url",
                        postgresql.getJdbcUrl("postgres", "postgres"));
                var connection = postgresql.getPostgresDatabase().getConnection()) {
            assertView(connection, exported(server));
        }
    }

    /** Returns the rows of each upload as the server exports them, after a comparison with the file. */
    private static Map<String, List<CSVRecord>> exported(ServerProcess server) throws Exception {
        var all = new LinkedHashMap<String, List<CSVRecord>>();
        check(server, "odd.csv", ODD, all);
        check(server, "mixed.csv", MIXED, all);
        for (var folder : SAMPLES) {
            try (var files = Files.walk(folder)) {
                for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                    check(server, String.valueOf(file.getFileName()), Files.readString(file), all);
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(100);
        return all;
    }

    private static void check(ServerProcess server, String filename, String text, Map<String, List<CSVRecord>> all)
            throws Exception {
        var id = ServerProcess.json(server.upload(filename, text)).path("id").asString();
        while (server.json("uploads/" + id).path("state").asString().equals("importing")) {
            Thread.sleep(20);
        }
        if (server.json("uploads/" + id).path("rows").asInt() > 0) {
            var rows = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get()
                    .parse(new StringReader(server.get("/api/v1/measurements.csv?upload=" + id).body())).getRecords();
            assertThat(rows.stream().map(row -> Column.headers().stream().map(row::get).toList()).toList()).as(filename)
                    .isEqualTo(printed(filename, text));
            all.put(id, rows);
        }
    }

    private static List<List<String>> printed(String filename, String text) throws IOException, UnreadableFile {
        var rows = new ArrayList<List<String>>();
        try (var log = LogReader.open(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), filename)) {
            for (var entry = log.next(); entry != null; entry = log.next()) {
                if (entry instanceof Entry.Row row) {
                    row.measurements().forEach(measurement -> rows.add(cells(measurement)));
                }
            }
        }
        return rows;
    }

    private static List<String> cells(Measurement measurement) {
        return Stream.of(Column.values()).map(column -> SpreadsheetCell.write(column.textOf(measurement))).toList();
    }

    private static void assertView(Connection connection, Map<String, List<CSVRecord>> exported) throws SQLException {
        var columns = "m." + String.join(", m.", NUMBERS).toLowerCase(Locale.ROOT);
        for (var upload : exported.entrySet()) {
            var rows = new ArrayList<List<String>>();
            try (var statement = connection.createStatement();
                    var found = statement.executeQuery("select m.line, m.ranks, m.nodes, m.metrics, " + columns
                            + " from measurement m join run r on r.id = m.run_id where r.upload_id = '"
                            + upload.getKey() + "' order by m.ordinal")) {
                while (found.next()) {
                    var row = new ArrayList<>(List.of(found.getString(1), found.getString(2), found.getString(3),
                            Objects.requireNonNullElse(found.getString(4), "")));
                    for (int i = 0; i < NUMBERS.size(); i++) {
                        row.add(Objects.requireNonNullElse(found.getObject(5 + i), "").toString());
                    }
                    rows.add(row);
                }
            }
            assertThat(rows).isEqualTo(upload.getValue().stream().map(PrintedDigitsTest::stored).toList());
        }
    }

    /** Returns what the view has of a row that was exported. */
    private static List<String> stored(CSVRecord row) {
        var stored = new ArrayList<>(List.of(row.get("line"), orZero(row.get("ranks")), orZero(row.get("nodes")),
                row.get("metrics")));
        for (var column : NUMBERS) {
            var text = row.get(column);
            boolean whole = column.equals("message_bytes") || column.equals("iterations");
            stored.add(text.isEmpty()
                    ? column.equals("message_bytes") ? "-1" : ""
                    : whole ? text : Double.toString(0.0 + Double.parseDouble(text.replaceFirst("^'", ""))));
        }
        return stored;
    }

    private static String orZero(String text) {
        return text.isEmpty() ? "0" : text;
    }
}
