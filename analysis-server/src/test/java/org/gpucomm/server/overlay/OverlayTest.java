package org.gpucomm.server.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.gpucomm.server.store.LiveFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/** A file that a chart draws over its own, on a server that has nothing. */
class OverlayTest {

    @TempDir
    static Path folder;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(folder, "--no-bundled");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void itHasTheValuesThatTheSameFileHasAsAnUploadAndNothingOfItIsKept() throws Exception {
        var log = FleetLogs.gh200OverTcp();
        var before = uploadedFiles();
        var answer = overlay(log.filename(), log.text());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var read = ServerProcess.json(answer);
        assertThat(read.path("problems").asInt()).isZero();
        assertThat(read.path("formats").path(0).asString()).isEqualTo("nccl-tests");
        assertThat(server.json("uploads").path("total").asInt()).isZero();
        assertThat(server.json("overview").path("runs").asInt()).isZero();
        assertThat(server.get("/api/v1/audit-log").body()).doesNotContain("overlay");
        assertThat(uploadedFiles()).isEqualTo(before);

        var upload = ServerProcess.json(server.upload(log.filename(), log.text())).path("id").asString();
        for (var metric : List.of("busbw", "algbw", "time")) {
            var stored = new ArrayList<String>();
            for (var curve : server.json("series?x=size&metric=" + metric + "&run=" + upload + "-1").path("series")) {
                curve.path("points").forEach(point -> stored.add(value(curve, point.path("x").asLong(),
                        point.path("y").asDouble())));
            }
            var drawn = new ArrayList<String>();
            for (var curve : read.path("curves")) {
                curve.path("points").forEach(point -> drawn.add(value(curve, point.path("bytes").asLong(),
                        point.path(metric).asDouble())));
            }
            assertThat(drawn).as(metric).isNotEmpty().containsExactlyInAnyOrderElementsOf(stored);
        }
    }

    @Test
    void whatCannotBeDrawnIsRefusedWithTheReason() throws Exception {
        var nothing = overlay("notes.txt", "remember the milk\n");
        assertThat(nothing.statusCode()).isEqualTo(400);
        assertThat(nothing.body()).contains("notes.txt cannot be drawn");
        var table = overlay("mine.csv", "Message,Ring,Tree\n1024,1.5,2.5\n2048,3.5,4.5\n");
        assertThat(table.statusCode()).as(table.body()).isEqualTo(400);
        assertThat(table.body()).contains("columns must be explained: upload it");
        assertThat(overlay("big.log", "x".repeat((16 << 20) + 1)).statusCode()).isEqualTo(413);
        assertThat(server.send(server.request("/api/v1/overlay?filename=a.log").header("Content-Type", "text/html")
                .POST(BodyPublishers.ofString("a"))).statusCode()).isEqualTo(415);
    }

    /** 64 kB on the way, and a second of work. */
    @Tag("nightly")
    @Test
    void whatUnpacksToMoreThanFourTimesTheLimitIsReadNoFurther() throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            var blank = "\n".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 70; i++) {
                gzip.write(blank);
            }
        }
        var answer = server.send(server.request("/api/v1/overlay?filename=a.log.gz")
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray())));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("it unpacks to more than 64 MiB");
    }

    private static HttpResponse<String> overlay(String filename, String content)
            throws IOException, InterruptedException {
        return server.send(server.request("/api/v1/overlay?filename=" + filename)
                .header("Content-Type", "application/octet-stream").POST(BodyPublishers.ofString(content)));
    }

    private static String value(JsonNode curve, long bytes, double value) {
        var key = curve.path("key");
        return String.format(Locale.ROOT, "%s %s %d GPUs, %d bytes: %s", key.path("operation").asString(),
                key.path("placement").asString(), key.path("ranks").asInt(), bytes, value);
    }

    /** Files other than those of the database, which changes on its own. */
    private static List<String> uploadedFiles() throws IOException {
        return LiveFiles.below(folder).keySet().stream().map(folder::relativize).map(Path::toString)
                .filter(name -> !name.contains(".db")).filter(name -> !name.contains("log")).sorted().toList();
    }
}
