package org.gpucomm.runner.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

import org.gpucomm.results.format.Json;
import org.gpucomm.runner.output.UploadServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LiveFeedTest {

    private static final String HEAD = "source,section,tool,operation,message_bytes,time_us\n";

    private static final Duration MOMENT = Duration.ofMillis(200);

    @TempDir
    Path folder;

    @Test
    void eachPointIsSentWhenItIsWrittenAndItsPageIsSaid() throws Exception {
        var file = Files.writeString(folder.resolve("a.csv"), HEAD);
        try (var server = UploadServer.start(0, "")) {
            var said = said(server.url(), file, Duration.ofSeconds(30), feed -> {
                feed.report(progress(0));
                feed.report(progress(0));
                for (int point = 1; point <= 3; point++) {
                    add(file, row(1, 8L << point));
                    feed.report(progress(point));
                    assertThat(rows(server.news().getLast())).isEqualTo(1);
                }
                feed.ended("0123456789abcdef");
            });
            assertThat(said).matches("gpucomm: shown as it comes at " + server.url() + "/live/[0-9a-f]{32}\n");
            assertThat(server.news()).extracting(LiveFeedTest::rows).filteredOn(count -> count > 0).hasSize(3);
            var last = Json.parseObject(server.news().getLast());
            assertThat(last.get("state")).isEqualTo("ended");
            assertThat(last.get("upload")).isEqualTo("0123456789abcdef");
            assertThat(last.get("from")).hasToString("3");
        }
    }

    @Test
    void whereTheServerIsAwayPointsAreNotHeldUp() throws Exception {
        var file = Files.writeString(folder.resolve("a.csv"), HEAD);
        int nobody;
        try (var gone = UploadServer.start(0, "")) {
            nobody = gone.port();
        }
        var said = said("http://127.0.0.1:" + nobody, file, Duration.ofMinutes(5), feed -> {
            for (int point = 1; point <= 200; point++) {
                feed.report(progress(point));
            }
        });
        assertThat(said).isEmpty();
    }

    @Test
    void aServerThatDoesNotAnswerIsNotWaitedForAndGetsAllInTheEnd() throws Exception {
        var file = Files.writeString(folder.resolve("a.csv"), HEAD);
        try (var server = UploadServer.start(0, "")) {
            said(server.url(), file, MOMENT, feed -> {
                feed.report(progress(0));
                server.hold();
                // Anyone who waited for an answer would stay here for ever.
                for (int point = 1; point <= 2; point++) {
                    add(file, row(1, 8L << point));
                    feed.report(progress(point));
                }
                server.release();
                feed.ended(null);
            });
            assertThat(server.news().stream().mapToInt(LiveFeedTest::rows).sum()).isEqualTo(2);
        }
    }

    @Test
    void aFileThatAnotherTakesThePlaceOfIsReadAnew() throws Exception {
        var file = Files.writeString(folder.resolve("a.csv"), HEAD + row(1, 8) + row(2, 8));
        var tail = new ResultTail(file);
        assertThat(tail.read()).isTrue();
        assertThat(tail.rows()).hasSize(2);
        var other = Files.writeString(folder.resolve("a.csv.new"), HEAD + row(1, 8) + row(3, 16) + row(3, 32));
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        assertThat(tail.read()).isFalse();
        assertThat(tail.rows()).hasSize(3);
        // Half a line is left until the rest of it is there.
        add(file, row(4, 64).substring(0, 20));
        assertThat(tail.read()).isTrue();
        assertThat(tail.rows()).hasSize(3);
        add(file, row(4, 64).substring(20));
        assertThat(tail.read()).isTrue();
        assertThat(tail.rows().getLast()).contains("\"section\":4", "\"message_bytes\":64");
    }

    /** What is done while something is measured. */
    private interface Measuring {
        void run(LiveFeed feed) throws Exception;
    }

    private static String said(String server, Path file, Duration moment, Measuring measuring) throws Exception {
        var said = new ByteArrayOutputStream();
        try (var feed = LiveFeed.start(URI.create(server), null, file, "a run", Duration.ZERO, moment,
                new PrintStream(said, true, StandardCharsets.UTF_8))) {
            measuring.run(feed);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    private static RunProgress progress(int done) {
        return new RunProgress("all_reduce", done, 200, "sizes", Duration.ofSeconds(5));
    }

    private static void add(Path file, String text) throws Exception {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    private static String row(int section, long bytes) {
        return "a.csv," + section + ",gpucomm,all_reduce," + bytes + ",12.5\n";
    }

    private static int rows(String news) {
        return (int) List.of(String.valueOf(Json.parseObject(news).get("rows")).split("\n")).stream()
                .filter(line -> line.contains("message_bytes")).count();
    }
}
