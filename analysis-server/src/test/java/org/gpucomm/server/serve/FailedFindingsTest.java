package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.server.fleet.FleetLogs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rule of findings that throws takes no upload with it. */
@Tag("nightly")
class FailedFindingsTest {

    @TempDir
    private Path folder;

    @Test
    void anUploadOfWhichARuleFailsIsTakenAndItsSenderIsToldHow() throws Exception {
        var failing = ChangedServer.with(folder.resolve("changed"), "analysis/rules/Rules.java", "new Validity()",
                "evidence -> { throw new IllegalStateException(\"what a rule says\"); }");
        var output = folder.resolve("server.log");
        var log = FleetLogs.nights(2, 1);
        try (var server = ServerProcess.startWith(failing, output, folder.resolve("data"), "--no-bundled")) {
            var answer = server.upload(log.filename(), log.text());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            var upload = ServerProcess.json(answer);
            assertThat(upload.path("state").asString()).isEqualTo("ready");
            assertThat(upload.path("rows").asLong()).isPositive();
            assertThat(upload.path("findings").isNull()).isTrue();
            assertThat(upload.path("findingsFailure").asString()).contains("is stored and read")
                    .contains("IllegalStateException: what a rule says");
            assertThat(Files.readString(output).split("no findings for upload", -1)).hasSize(2);
            assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(200);
            assertThat(server.json("runs").path("total").asInt()).isEqualTo(1);
            assertThat(server.json("uploads/" + upload.path("id").asString()).path("rows"))
                    .isEqualTo(upload.path("rows"));
        }
        try (var mended = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            var again = ServerProcess.json(mended.upload(log.filename(), log.text()));
            assertThat(again.path("findings").path("headline").asString()).isNotEmpty();
            assertThat(again.path("findingsFailure").isNull()).isTrue();
        }
    }
}
