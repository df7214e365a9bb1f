package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

import org.gpucomm.analysis.bundled.BundledFile;
import org.gpucomm.server.database.Database;
import org.gpucomm.server.store.LiveFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

@Tag("nightly")
class ReimportTest {

    private static final String TABLE = "GPUs,size(MB),algbw(GB/s)\n8,1,2.50\n8,2,3.50\n";

    @TempDir
    private Path dataDir;

    @Test
    void whatOlderParsersReadIsReadAgainAtTheNextStartAndTheReportSaysWhatChanged() throws Exception {
        String id;
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            id = ServerProcess.json(server.upload("nccl_all_reduce.csv", TABLE)).path("id").asString();
        }
        // As if other parsers had found one row of the two, and a bundled file had had other bytes.
        change("update reading set parser_version = 'older/1'",
                "update curve set algbw_gbps = array[9, algbw_gbps[2]] where part = 1 and run_id in (select id from run where upload_id = '"
                        + id + "')",
                "insert into upload (id, sha256, filename, byte_count, stored_at, bundled) select '0000000000000000', "
                        + "'0', filename, 1, timestamp with time zone '2020-01-01 00:00:00Z', true from upload where bundled order by filename limit 1",
                "insert into reading (upload_id, parser_version, filename, state) "
                        + "select id, 'older/1', filename, 'ready' from upload where id = '0000000000000000'",
                "update upload set reading_id = (select max(id) from reading) where id = '0000000000000000'");

        var stored = storedFiles();

        try (var server = ServerProcess.start(dataDir)) {
            assertThat(server.json("uploads/" + id).path("state").asString()).as("shown meanwhile").isEqualTo("ready");
            server.awaitImports();
            while (server.json("rereads").path("total").asInt() < 10
                    || server.json("overview").path("importing").asInt() > 0) {
                Thread.sleep(50);
            }
            var rereads = server.json("rereads?changed=true");
            var changed = StreamSupport.stream(rereads.path("items").spliterator(), false)
                    .filter(each -> each.path("upload").asString().equals(id)).toList();
            assertThat(changed).singleElement().satisfies(each -> {
                assertThat(each.path("summary").asString()).isEqualTo("1 measurement has other values");
                assertThat(each.path("before").path("parsers").asString()).isEqualTo("older/1");
                assertThat(each.path("after").path("rows").asInt()).isEqualTo(2);
            });
            assertThat(server.json("runs/" + id + "-1").path("maxAlgbw").asDouble()).isEqualTo(3.5);
            assertThat(server.get("/api/v1/uploads/0000000000000000").statusCode())
                    .as("older bytes of a bundled file").isEqualTo(404);
            assertThat(server.json("runs?size=100").path("total").asInt())
                    .as("bundled runs and the upload").isEqualTo(14 + 13 * 6 + 65 + 1);
            assertThat(storedFiles()).as("bundled files, which are not stored again").isEqualTo(stored);
        }
    }

    @Test
    void anUpdateReadsOnlyUploadsOfItsOwnFormatsAgain() throws Exception {
        String table;
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            table = ServerProcess.json(server.upload("nccl_all_reduce.csv", TABLE)).path("id").asString();
            server.upload("unknown.txt", "nobody's results\n");
            assertThat(server.json("rereads").path("total").asInt()).isZero();
        }
        // As if an earlier build had had another parser of the study's tables.
        change("update reading set parser_version = replace(parser_version, 'study-csv/', 'study-csv/0.')");

        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            while (server.json("rereads").path("total").asInt() < 2
                    || server.json("overview").path("importing").asInt() > 0) {
                Thread.sleep(50);
            }
            var read = StreamSupport.stream(server.json("rereads?size=100").path("items").spliterator(), false)
                    .map(each -> each.path("filename").asString()).toList();
            assertThat(read).as("the table, and the file of which a new format might know something")
                    .containsExactlyInAnyOrder("nccl_all_reduce.csv", "unknown.txt");
            assertThat(server.json("runs/" + table + "-1").path("maxAlgbw").asDouble()).isEqualTo(3.5);
        }
    }

    @Test
    void aBundledFileOfOtherBytesKeepsItsIdsAndWhatPeopleSaidOfThemAndLinksOfEarlierBuildsLeadThere() throws Exception {
        var file = BundledFile.all().getFirst();
        var run = file.id() + "-1";
        long bytes;
        JsonNode points;
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            bytes = server.json("uploads/" + file.id()).path("bytes").asLong();
            points = server.json("runs/" + run + "/points");
            assertThat(server.send("PUT", "runs/" + run + "/marks", "{\"tags\":[\"mine\"]}").statusCode())
                    .isEqualTo(200);
        }
        // As if an earlier build had brought other bytes.
        change("update upload set byte_count = 1, sha256 = repeat('f', 64) where id = '" + file.id() + "'",
                "delete from bundled_set");
        try (var server = ServerProcess.start(dataDir)) {
            while (server.json("uploads/" + file.id()).path("bytes").asLong() != bytes) {
                Thread.sleep(50);
            }
            server.awaitImports();
            assertThat(server.json("runs/" + run + "/points")).isEqualTo(points);
            assertThat(server.json("runs?tag=mine").path("items").get(0).path("id").asString()).isEqualTo(run);
            assertThat(server.json("uploads?size=100").path("total").asInt()).isEqualTo(BundledFile.all().size());

            var earlier = file.earlierIds().getFirst();
            assertMoved(server, "/uploads/" + earlier, "/uploads/" + file.id());
            assertMoved(server, "/runs/" + earlier + "-1?x=size", "/runs/" + run + "?x=size");
            assertMoved(server, "/api/v1/runs/" + earlier + "-1.csv", "/api/v1/runs/" + run + ".csv");
            assertMoved(server, "/compare?a=" + earlier + "-1&b=" + run, "/compare?a=" + run + "&b=" + run);
            assertThat(server.get("/api/v1/uploads/0123456789abcdef").statusCode()).isEqualTo(404);
        }
    }

    private static void assertMoved(ServerProcess server, String link, String there) throws Exception {
        var answer = server.get(link);
        assertThat(answer.statusCode()).as(link).isEqualTo(301);
        assertThat(answer.headers().firstValue("Location")).as(link).hasValue(there);
    }

    private Map<Path, FileTime> storedFiles() throws IOException {
        var times = new TreeMap<Path, FileTime>();
        for (var path : LiveFiles.below(dataDir.resolve("uploads")).keySet()) {
            times.put(path, Files.getLastModifiedTime(path));
        }
        return times;
    }

    private void change(String... statements) throws SQLException {
        var database = Database.inDirectory(dataDir);
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
