package org.gpucomm.server.ingest.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two small archives of hundreds of millions of short lines, and anyone who sends a log meanwhile. */
@Tag("nightly")
class FairImportsTest {

    private static final String LOG = """
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                 1048576        262144     float     sum      -1    %d.00   17.48   32.77      0    60.00   17.48   32.77      0
            """;
    private static final int MILLIONS = 49;
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void logsAreReadWhileTwoArchivesOfShortLinesAreAndThoseShowHowFarTheyAre() throws Exception {
        try (var server = ServerProcess.start(folder, "--no-bundled")) {
            var ids = new String[]{begin(server, 1), begin(server, 2)};
            for (int i = 0; i < 4; i++) {
                // Longer than a first turn, so that both have had some.
                Thread.sleep(4000);
                var sent = Instant.now();
                var log = ServerProcess.json(server.upload("small-" + i + ".log", LOG.formatted(60 + i)));
                assertThat(log.path("state").asString()).as(log.toString()).isEqualTo("ready");
                assertThat(Duration.between(sent, Instant.now())).as("log " + i).isLessThan(LONGEST);
            }
            for (var id : ids) {
                var large = server.json("uploads/" + id);
                assertThat(large.path("state").asString()).as(large.toString()).isIn("importing", "ready");
                assertThat(large.path("lines").asLong()).as("how far it is").isPositive();
            }
            server.kill();
        }
    }

    private static String begin(ServerProcess server, int number) throws Exception {
        var sent = server.send(server.request("/api/v1/uploads?wait=0&filename=lines-" + number + ".zip")
                .POST(BodyPublishers.ofByteArray(archive(number))));
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(201);
        return ServerProcess.json(sent).path("id").asString();
    }

    /** 245 million lines in a quarter of a megabyte. */
    private static byte[] archive(int number) throws IOException {
        var lines = "\n".repeat(1_000_000).getBytes(StandardCharsets.US_ASCII);
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (int member = 0; member < 5; member++) {
                zip.putNextEntry(new ZipEntry(number + "-" + member + ".log"));
                zip.write(LOG.formatted(10 * number + member).getBytes(StandardCharsets.US_ASCII));
                for (int i = 0; i < MILLIONS; i++) {
                    zip.write(lines);
                }
            }
        }
        return bytes.toByteArray();
    }
}
