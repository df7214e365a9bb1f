package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.DriverManager;

import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.database.Database;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("nightly")
class RetentionTest {

    @TempDir
    Path dataDir;

    @Test
    void whatIsOlderThanIsKeptIsDeletedUnlessSomebodySaidSomethingOfIt() throws Exception {
        String old;
        String tagged;
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            old = upload(server, "old");
            tagged = upload(server, "tagged");
            upload(server, "new");
        }
        var database = Database.inDirectory(dataDir);
        try (var connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("update upload set stored_at = current_timestamp - interval '181' day"
                    + " where id in ('" + old + "', '" + tagged + "')")).isEqualTo(2);
            statement.executeUpdate(
                    "insert into run_tag (upload_id, section, tag) values ('" + tagged + "', 1, 'keep')");
        }
        try (var server = ServerProcess.start(dataDir, "--no-bundled", "--keep", "180d")) {
            while (server.json("uploads").path("total").asInt() > 2) {
                Thread.sleep(100);
            }
            assertThat(server.json("uploads").toString()).contains("tagged.csv", "new.csv").doesNotContain("old.csv");
            assertThat(server.json("runs").path("total").asInt()).isEqualTo(2);
            assertThat(server.json("uploads/" + old).path("filename").asString()).as("it can be put back")
                    .isEqualTo("old.csv");
        }
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            assertThat(server.json("uploads").path("total").asInt()).isEqualTo(2);
        }
    }

    private static String upload(ServerProcess server, String name) throws Exception {
        var csv = String.join(",", Column.headers()) + "\nkept.log,1,nccl-tests,,nccl,,all_reduce,,,,1,8,,1024"
                + ",float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,night=" + name + ",\n";
        return ServerProcess.json(server.upload(name + ".csv", csv)).path("id").asString();
    }
}
