package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.BitSet;

import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import tools.jackson.databind.JsonNode;

class KilledServerTest {

    private static final int ROWS = 120_000;

    @TempDir
    Path dataDir;

    @Test
    void anImportThatIsCutByKill9IsCompleteAfterTheNextStartWithEachRowOnce() throws Exception {
        anImportThatIsCutIsComplete();
    }

    @Test
    void soItIsOnPostgresql() throws Exception {
        try (var postgresql = EmbeddedPostgres.start()) {
            anImportThatIsCutIsComplete("--db-url", postgresql.getJdbcUrl("postgres", "postgres"));
        }
    }

    private void anImportThatIsCutIsComplete(String... arguments) throws Exception {
        String id;
        try (var server = ServerProcess.start(dataDir, arguments)) {
            server.awaitImports();
            var answer = server.send(server.request("/api/v1/uploads?wait=0&filename=large.csv")
                    .POST(BodyPublishers.ofString(largeCsv())));
            assertThat(answer.statusCode()).isEqualTo(201);
            id = ServerProcess.json(answer).path("id").asString();
            var half = server.json("uploads/" + id);
            while (half.path("lines").asInt() < 2_000) {
                Thread.sleep(5);
                half = server.json("uploads/" + id);
            }
            server.kill();
            assertThat(half.path("state").asString()).as("killed too late to prove anything").isEqualTo("importing");
        }
        try (var server = ServerProcess.start(dataDir, arguments)) {
            var upload = server.json("uploads/" + id);
            while (upload.path("state").asString().equals("importing")) {
                int shown = server.json("runs?upload=" + id).path("total").asInt();
                Thread.sleep(200);
                upload = server.json("uploads/" + id);
                // It may have ended after the runs were asked for, but not before.
                if (upload.path("state").asString().equals("importing")) {
                    assertThat(shown).as("nobody sees half a run").isZero();
                }
            }
            assertThat(upload.path("state").asString()).isEqualTo("ready");
            assertThat(upload.path("rows").asInt()).isEqualTo(ROWS);
            assertThat(upload.path("lines").asInt()).isEqualTo(ROWS + 1);
            assertEachRowOnce(server, upload.path("runIds").get(0).asString());
        }
    }

    /** Row i has message size i. */
    private static void assertEachRowOnce(ServerProcess server, String run) throws Exception {
        var seen = new BitSet(ROWS + 1);
        long total = 0;
        for (int page = 0; total < ROWS; page++) {
            var points = server.json("runs/" + run + "/points?size=5000&page=" + page);
            assertThat(points.path("total").asInt()).isEqualTo(ROWS);
            int size = columnOf(points, "message_bytes");
            for (var row : points.path("rows")) {
                seen.set(row.get(size).asInt());
                total++;
            }
            assertThat(points.path("rows").size()).isPositive();
        }
        assertThat(total).isEqualTo(ROWS);
        assertThat(seen.cardinality()).isEqualTo(ROWS);
    }

    private static int columnOf(JsonNode points, String name) {
        for (int i = 0; i < points.path("columns").size(); i++) {
            if (points.path("columns").get(i).asString().equals(name)) {
                return i;
            }
        }
        throw new AssertionError("no column " + name);
    }

    private static String largeCsv() {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 1; i <= ROWS; i++) {
            csv.append("large.log,1,nccl-tests,,nccl,,all_reduce,,,,1,8,,").append(i)
                    .append(",float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,,\n");
        }
        return csv.toString();
    }
}
