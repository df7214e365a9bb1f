package org.gpucomm.server.parquet;

import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.gpucomm.server.store.LiveFiles;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Parquet files that two servers write say what the CSV of all measurements says, and follow every change. */
@Tag("nightly")
class MeasurementFilesTest {

    @TempDir
    private Path folder;

    @Test
    void twoServersWriteWhatTheCsvSaysAndFollowHidingReadingAgainAndLostFiles() throws Exception {
        try (var postgresql = EmbeddedDatabase.start()) {
            var database = postgresql.getJdbcUrl("postgres", "postgres");
            var uploads = new ArrayList<String>();
            try (var first = ServerProcess.start(folder, "--no-bundled", "--db-url", database);
                    var second = ServerProcess.start(folder, "--no-bundled", "--db-url", database)) {
                for (var log : FleetLogs.all()) {
                    var server = uploads.size() % 2 == 0 ? first : second;
                    uploads.add(ServerProcess.json(server.upload(log.filename(), log.text())).path("id").asString());
                }
                first.awaitImports();
                awaitFiles(uploads);
                assertSame(second, uploads);

                hide(first, uploads.getFirst(), true);
                awaitFiles(uploads.subList(1, uploads.size()));
                hide(second, uploads.getFirst(), false);
                awaitFiles(uploads);

                var before = files(folder);
                assertThat(second.send(second.request("/api/v1/readings?all=true").POST(ofString(""))).statusCode())
                        .isLessThan(300);
                while (files(folder).stream().anyMatch(before::contains) || files(folder).size() != uploads.size()) {
                    Thread.sleep(200);
                }
                assertSame(first, uploads);
            }
            Files.delete(files(folder).getFirst());
            try (var third = ServerProcess.start(folder, "--no-bundled", "--db-url", database)) {
                awaitFiles(uploads);
                assertSame(third, uploads);
            }
        }
    }

    private void assertSame(ServerProcess server, List<String> uploads) throws Exception {
        var csv = server.get("/api/v1/measurements.csv?upload=" + String.join("&upload=", uploads)).body();
        var expected = new TreeMap<String, Map<String, String>>();
        try (var rows = CSVParser.parse(csv, CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get())) {
            rows.forEach(row -> expected.put(row.get("run") + " " + row.get("ordinal"), row.toMap()));
        }
        var read = DuckDb.rows("from read_parquet('" + folder + "/measurements/*/*.parquet')").getFirst();
        assertThat(read).hasSameSizeAs(expected.keySet()).hasSizeGreaterThan(100);
        for (var row : read) {
            var said = expected.get(row.get("run") + " " + row.get("ordinal"));
            assertThat(String.valueOf(row.get("run"))).startsWith(row.get("upload") + "-");
            said.forEach((column, text) -> assertThat(alike(row.get(column), text))
                    .as("%s of %s: %s and %s", column, row, row.get(column), text).isTrue());
        }
    }

    private static boolean alike(@Nullable Object read, String text) {
        return switch (read) {
            case null -> text.isEmpty();
            case Number number -> !text.isEmpty() && number.doubleValue() == Double.parseDouble(text);
            default -> read.toString().equals(text);
        };
    }

    private static void hide(ServerProcess server, String upload, boolean hidden) throws Exception {
        assertThat(server.send(server.request("/api/v1/uploads/" + upload).header("Content-Type", "application/json")
                .method("PATCH", ofString("{\"hidden\":" + hidden + "}"))).statusCode()).isEqualTo(200);
    }

    private void awaitFiles(List<String> uploads) throws Exception {
        while (!files(folder).stream().map(file -> file.getFileName().toString().replaceFirst("-.*", "")).sorted()
                .toList()
                .equals(uploads.stream().sorted().toList())) {
            Thread.sleep(200);
        }
    }

    /** @param dataDir of a server */
    static List<Path> files(Path dataDir) throws IOException {
        return LiveFiles.below(dataDir.resolve("measurements")).keySet().stream()
                .filter(file -> file.toString().endsWith(".parquet")).toList();
    }
}
