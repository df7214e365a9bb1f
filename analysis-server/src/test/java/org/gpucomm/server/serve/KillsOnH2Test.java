package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server on H2 is killed or paused at random moments after it answered an upload. Each upload must be complete in the end.
 * {@code -Dgpucomm.kills} and {@code -Dgpucomm.seed} are those of {@link KillsTest}.
 */
@Tag("nightly")
class KillsOnH2Test {

    private static final int LONGEST_SLEEP = 1200;
    /** Longer than the time after which a server without heartbeats counts as dead. */
    private static final Duration PAUSE = Duration.ofSeconds(14);
    private static final Duration LONGEST = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    private final Random random = new Random(Integer.getInteger("gpucomm.seed", 17));
    private final List<String> uploads = new ArrayList<>();
    private ServerProcess server;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void everyUploadIsCompleteAfterManyKills() throws Exception {
        start();
        int hits = 0;
        for (int i = 0; i < KillsTest.KILLS; i++) {
            sendAndSleep();
            hits += isImporting() ? 1 : 0;
            server.kill();
            start();
            awaitReady();
        }
        System.out.printf("H2: %d kills, %d of them in an import%n", KillsTest.KILLS, hits);
        assertEachRowOnce();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void everyUploadIsCompleteAfterPauses() throws Exception {
        start();
        for (int i = 0; i < Math.max(2, KillsTest.KILLS / 10); i++) {
            sendAndSleep();
            server.signal("STOP");
            Thread.sleep(PAUSE);
            server.signal("CONT");
            awaitReady();
        }
        assertEachRowOnce();
    }

    private void start() throws IOException {
        server = ServerProcess.start(folder.resolve("data"), "--no-bundled");
    }

    private void sendAndSleep() throws Exception {
        var answer = server.send(server.request("/api/v1/uploads?wait=0&filename=large.csv")
                .POST(BodyPublishers.ofString(KillsTest.csv(uploads.size()))));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        uploads.add(ServerProcess.json(answer).path("id").asString());
        Thread.sleep(random.nextInt(LONGEST_SLEEP));
    }

    private boolean isImporting() throws Exception {
        return "importing".equals(server.json("uploads/" + uploads.getLast()).path("state").asString());
    }

    private void awaitReady() throws Exception {
        var end = Instant.now().plus(LONGEST);
        while (isImporting()) {
            assertThat(Instant.now()).as("the import ends").isBefore(end);
            Thread.sleep(100);
        }
        assertThat(server.json("uploads/" + uploads.getLast()).path("state").asString()).isEqualTo("ready");
    }

    private void assertEachRowOnce() throws Exception {
        for (var upload : uploads) {
            assertThat(server.json("uploads/" + upload).path("rows").asInt()).isEqualTo(KillsTest.ROWS);
            var rows = server.get("/api/v1/measurements.csv?upload=" + upload).body().lines().skip(1).toList();
            assertThat(rows).hasSize(KillsTest.ROWS).doesNotHaveDuplicates();
        }
    }
}
