package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.gpucomm.server.dashboard.BrowserTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

/** Runs that are shown while they are measured, on a server in a process of its own. */
@Tag("nightly")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LiveTest {

    private static final String ID = "0123456789abcdef0123456789abcdef";
    private static final String ROW = "{\\\"source\\\":\\\"a.csv\\\",\\\"section\\\":%d,\\\"tool\\\":\\\"gpucomm\\\","
            + "\\\"library\\\":\\\"nccl\\\",\\\"operation\\\":\\\"all_reduce\\\",\\\"ranks\\\":8,"
            + "\\\"message_bytes\\\":%d,\\\"time_us\\\":10,\\\"busbw_GBps\\\":%s,\\\"settings\\\":\\\"NCCL_ALGO=Ring\\\"}\\n";

    @TempDir
    Path folder;

    /** The runner measures by a family without a GPU, a browser watches; the runner is held where the browser looks. */
    @Test
    @Tag("nightly")
    void pointsAreSeenAsTheyComeAndTheUploadTakesTheirPlace() throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            var bench = bench(server.root().toString(), "-b", "16M", "-e", "64M", "-i", "4M", "-n", "60");
            // Ends every wait for it as well.
            CompletableFuture.delayedExecutor(4, TimeUnit.MINUTES).execute(bench::destroyForcibly);
            try {
                var page = pageIn(bench);
                var live = "live/" + page.substring(page.lastIndexOf('/') + 1);
                while (server.json(live).path("live").path("count").asInt() < 2) {
                    assertThat(bench.isAlive()).isTrue();
                    Thread.sleep(5);
                }
                signal("-STOP", bench);
                var now = server.json(live).path("live");
                assertThat(now.path("state").asString()).isEqualTo("running");
                assertThat(now.path("name").asString()).startsWith("memcpy of host on 1 rank, host ");
                assertThat(now.path("progress").path("of").asInt()).isEqualTo(13);
                assertThat(now.path("progress").path("done").asInt()).isEqualTo(now.path("count").asInt());
                assertThat(now.path("progress").path("secondsLeft").isIntegralNumber()).isTrue();

                BrowserTests.run("live", Duration.ofMinutes(2),
                        Map.of("LIVE_PAGE", page, "LIVE_PROCESS", Long.toString(bench.pid())), server);
                assertThat(bench.waitFor(1, TimeUnit.MINUTES)).isTrue();
                assertThat(bench.exitValue()).isZero();
                var upload = server.json(live).path("upload").asString();
                assertThat(server.json("uploads/" + upload).path("rows").asInt()).isEqualTo(13);
                assertThat(server.json("live")).isEmpty();
            } finally {
                signal("-CONT", bench);
                bench.destroyForcibly();
            }
        }
    }

    @Test
    void whatIsToldIsKeptInItsOrderAndTheLinkOutlivesTheServer() throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            assertThat(told(server, 0, "running", row(1, 8, "1.5") + row(1, 16, "2"))).isEqualTo(2);
            // Rows that do not follow are left, and the answer says where to go on.
            assertThat(told(server, 5, "running", row(1, 99, "9"))).isEqualTo(2);
            assertThat(told(server, 2, "running", row(1, 32, "3"))).isEqualTo(3);
            // A step that is run again takes the place of what it had measured.
            assertThat(told(server, 1, "running", row(2, 64, "4"))).isEqualTo(2);
            var live = server.json("live/" + ID).path("live");
            assertThat(live.path("rows")).extracting(row -> row.path("point").path("bytes").asLong() + " "
                    + row.path("point").path("busbw").asDouble() + " " + row.path("key").path("section").asInt())
                    .containsExactly("8 1.5 1", "64 4.0 2");
            assertThat(live.path("rows").path(0).path("key").path("settings").asString()).isEqualTo("NCCL_ALGO=Ring");
            assertThat(server.json("live")).hasSize(1);
            assertThat(server.get("/api/v1/audit-log").body()).doesNotContain("/live/");

            assertThat(put(server, "short", 0, "running", "", "null").statusCode()).isEqualTo(400);
            var broken = put(server, ID, 0, "running", "no json\\n", "null");
            assertThat(broken.statusCode()).isEqualTo(400);
            assertThat(broken.body()).contains("rows must be measurements as JSON lines");
            assertThat(put(server, ID, 0, "ended", "", "\"../x\"").statusCode()).isEqualTo(400);
            assertThat(server.get("/api/v1/live/" + ID.replace('0', 'f')).statusCode()).isEqualTo(404);

            assertThat(put(server, ID, 2, "ended", "", "\"0123456789abcdef\"").statusCode()).isEqualTo(200);
            assertThat(server.json("live")).isEmpty();
        }
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            assertThat(server.json("live/" + ID).path("upload").asString()).isEqualTo("0123456789abcdef");
        }
    }

    /** A stream begins with all that is known, continues with what is new, and does not delay the end of a server. */
    @Test
    void eventsCarryWhatIsNewAndNobodyWhoWatchesHoldsTheServer() throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            told(server, 0, "running", row(1, 8, "1.5"));
            var request = server.request("/api/v1/live/" + ID).header("Accept", "text/event-stream").GET().build();
            var answer = java.net.http.HttpClient.newHttpClient().send(request,
                    HttpResponse.BodyHandlers.ofInputStream());
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            var events = new BufferedReader(new java.io.InputStreamReader(answer.body(),
                    java.nio.charset.StandardCharsets.UTF_8));
            assertThat(event(events).path("rows")).hasSize(1);
            told(server, 1, "running", row(1, 16, "2") + row(1, 32, "3"));
            var second = event(events);
            assertThat(second.path("from").asInt()).isEqualTo(1);
            assertThat(second.path("rows")).hasSize(2);
            server.process().destroy();
            server.process().onExit().get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void whereWritingNeedsATokenSoDoesTelling() throws Exception {
        try (var server = ServerProcess.start(Map.of("GPUCOMM_TOKEN", "a-token-of-the-operator"),
                folder.resolve("data"), "--no-bundled")) {
            assertThat(put(server, ID, 0, "running", "", "null").statusCode()).isEqualTo(401);
            var request = server.request("/api/v1/live/" + ID).header("Content-Type", "application/json")
                    .header("Authorization", "Bearer a-token-of-the-operator")
                    .PUT(BodyPublishers.ofString(news(0, "running", "", "null")));
            assertThat(server.send(request).statusCode()).isEqualTo(200);
        }
    }

    private Process bench(String server, String... options) throws IOException {
        var command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + Runner.testsOfTheRunner(),
                "org.gpucomm.runner.bench.HostCopy", "bench", "host", "memcpy", "--upload", server, "--spool",
                folder.resolve("spool").toString()));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said().toFile());
        builder.environment().keySet()
                .removeIf(name -> name.matches("(SLURM|OMPI|PMI|PMIX|GPUCOMM)_.*|RANK|WORLD_SIZE"));
        return builder.start();
    }

    private String pageIn(Process bench) throws IOException, InterruptedException {
        while (true) {
            boolean ended = !bench.isAlive();
            var said = Files.readString(said());
            var page = Pattern.compile("shown as it comes at (\\S+)\n").matcher(said);
            if (page.find()) {
                return page.group(1);
            }
            assertThat(ended).as("the run ended, and no page was named: %s", said).isFalse();
            Thread.sleep(20);
        }
    }

    private Path said() {
        return folder.resolve("bench.txt");
    }

    private static void signal(String which, Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", which, Long.toString(process.pid())).start().waitFor();
    }

    private static String row(int section, long bytes, String busbw) {
        return ROW.formatted(section, bytes, busbw);
    }

    private static int told(ServerProcess server, int from, String state, String rows)
            throws IOException, InterruptedException {
        var answer = put(server, ID, from, state, rows, "null");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ServerProcess.json(answer).path("rows").asInt();
    }

    private static HttpResponse<String> put(ServerProcess server, String id, int from, String state, String rows,
            String upload) throws IOException, InterruptedException {
        return server.send("PUT", "live/" + id, news(from, state, rows, upload));
    }

    private static String news(int from, String state, String rows, String upload) {
        return "{\"name\":\"a run\",\"state\":\"" + state + "\",\"from\":" + from + ",\"rows\":\"" + rows
                + "\",\"progress\":{\"doing\":\"8 B done\",\"done\":1,\"of\":9,\"unit\":\"sizes\",\"secondsLeft\":3},"
                + "\"upload\":" + upload + "}";
    }

    private static JsonNode event(BufferedReader events) throws IOException {
        for (var line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith("data:")) {
                return tools.jackson.databind.json.JsonMapper.shared().readTree(line.substring("data:".length()));
            }
        }
        throw new IOException("the stream ended");
    }
}
