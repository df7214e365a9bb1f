package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

import org.gpucomm.server.database.Database;
import org.gpucomm.server.store.LiveFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("nightly")
class ErasureTest {

    private static final String LOG = """
            # nccl-tests version 2.18.3 nccl-headers=22907 nccl-library=22907
            # Collective test starting: all_reduce_perf
            NCCL_SOCKET_IFNAME=customer-if9
            # nThread 1 nGpus 1 minBytes 1024 maxBytes 2048 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1
            #  Rank  0 Group  0 Pid   4000 on customer-a device  0 [0000:1b:00] NVIDIA H100
            #  Rank  1 Group  0 Pid   4001 on customer-b device  0 [0000:1b:00] NVIDIA H100
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                    1024           256     float     sum      -1    12.15    0.08    0.08       0    12.05    0.08    0.08       0
                    2048           512     float     sum      -1    12.25    0.17    0.17       0    12.15    0.17    0.17       0
                    4096          1024     customer-c
            # Avg bus bandwidth    : 0.125
            """;

    @TempDir
    private Path dataDir;

    @Test
    void whatWasDeletedIsNowhereAnyMoreWhenItsTimeIsOver() throws Exception {
        String sha256;
        try (var server = ServerProcess.start(dataDir, "--no-bundled", "--undo", "7d")) {
            var upload = ServerProcess.json(server.upload("customer-log.txt", LOG));
            sha256 = upload.path("sha256").asString();
            var path = "uploads/" + upload.path("id").asString();
            server.send("PATCH", path, "{\"title\": \"of customer-d\"}");
            assertThat(server.json(path + "/lines").toString()).contains("customer-a");
            assertThat(named(sha256)).as("the upload and its lines").isEqualTo(2);
            server.send("DELETE", path, "");
        }
        assertThat(script()).contains("customer-if9", "customer-a", "customer-c", "customer-d");
        assertThat(named(sha256)).isEqualTo(2);
        change("update upload set erase_at = current_timestamp - interval '1' second", "delete from audit_log");

        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            for (int waits = 0; waits < 600 && server.json("uploads?hidden=true").path("total").asInt() > 0; waits++) {
                Thread.sleep(50);
            }
            assertThat(server.json("uploads?hidden=true").path("total").asInt()).isZero();
            assertThat(server.get("/api/v1/uploads/" + sha256.substring(0, 16)).statusCode()).isEqualTo(404);
        }
        assertThat(named(sha256)).isZero();
        assertThat(script()).doesNotContain("customer").doesNotContain(sha256.substring(0, 16));
    }

    private long named(String sha256) throws IOException {
        return LiveFiles.below(dataDir).keySet().stream()
                .filter(file -> file.getFileName().toString().startsWith(sha256))
                .count();
    }

    /** Everything that the database holds, as SQL. */
    private String script() throws SQLException {
        var text = new StringBuilder();
        var database = Database.inDirectory(dataDir);
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var rows = connection.createStatement().executeQuery("script")) {
            while (rows.next()) {
                text.append(rows.getString(1)).append('\n');
            }
        }
        return text.toString();
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
