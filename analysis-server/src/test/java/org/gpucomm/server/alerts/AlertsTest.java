package org.gpucomm.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.sun.net.httpserver.HttpServer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real receiver gets each new alert once. */
@Tag("nightly")
class AlertsTest {

    private static final String SECRET = "/services/T0000/B0000/an-address-is-a-secret";

    @TempDir
    private Path folder;

    @Test
    void aReceiverIsToldOnceOfFlaggedRunsAndOfAHistoryThatChanged() throws Exception {
        var log = folder.resolve("server.log");
        try (var receiver = new Receiver()) {
            try (var quiet = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
                flagged(quiet, 1);
            }
            assertThat(receiver.told).as("nobody is told unless asked").isEmpty();
            try (var server = ServerProcess.startLogging(log, folder.resolve("data"), "--no-bundled",
                    "--alert-webhook", receiver.address())) {
                awaitBegun(server, receiver);
                var random = new Random(20251101);
                for (int night = 1; night <= 20; night++) {
                    night(server, night, night < 11 ? 1 : 1.3, random);
                }
                receiver.await("history:");
                receiver.refusals.set(1);
                var id = flagged(server, 3);
                receiver.await("upload:" + id);
                assertThat(receiver.told.stream().map(Delivery::subject).distinct()).hasSize(2);
                var change = receiver.told.stream().filter(told -> told.subject().startsWith("history:")).toList();
                assertThat(change).hasSize(1);
                assertChange(server, change.getFirst().body());
                var flag = receiver.told.getLast().body();
                assertThat(flag.path("text").asString()).contains("\u2039!channel\u203A broken-3.log", "incomplete",
                        server.root() + "uploads/" + id);
                assertThat(flag.path("flags").path(0).path("run").asString()).isEqualTo(id + "-1");
                assertThat(receiver.refused).containsExactly("upload:" + id);
            }
            int before = receiver.told.size();
            try (var again = ServerProcess.startLogging(log, folder.resolve("data"), "--no-bundled",
                    "--alert-webhook", receiver.address())) {
                var id = flagged(again, 4);
                receiver.await("upload:" + id);
            }
            assertThat(receiver.told).hasSize(before + 1);
        }
        assertThat(Files.readString(log)).doesNotContain("T0000");
    }

    /** What was removed is not reported again, and what happens while alerts are off is never reported. */
    @Test
    void alertsAreListedTakenAwayAndTurnedOff() throws Exception {
        try (var receiver = new Receiver();
                var server = ServerProcess.startLogging(folder.resolve("server.log"), folder.resolve("data"),
                        "--no-bundled", "--alert-webhook", receiver.address())) {
            awaitBegun(server, receiver);
            var told = flagged(server, 1);
            receiver.await("upload:" + told);
            var list = server.json("alerts");
            assertThat(list.path("host").asString()).isEqualTo("127.0.0.1");
            assertThat(list.path("off").asBoolean()).isFalse();
            var first = list.path("items").path(0);
            assertThat(first.path("text").asString()).contains("broken-1.log", "incomplete");
            assertThat(first.path("url").asString()).endsWith("/uploads/" + told);
            assertThat(list.toString()).doesNotContain("T0000");

            assertThat(server.send(server.request("/api/v1/alerts/" + first.path("id").asLong()).DELETE()).statusCode())
                    .isEqualTo(204);
            assertThat(server.json("alerts").toString()).doesNotContain("broken-1.log");
            assertThat(server.send(server.request("/api/v1/alerts/" + first.path("id").asLong()).DELETE()).statusCode())
                    .isEqualTo(404);

            assertThat(turned(server, "{\"off\":true}").path("off").asBoolean()).isTrue();
            var silent = flagged(server, 2);
            var before = receiver.told.size();
            while (!server.json("alerts").toString().contains("broken-2.log")) {
                Thread.sleep(200);
            }
            assertThat(turned(server, "{\"off\":false}").path("off").asBoolean()).isFalse();
            var later = flagged(server, 3);
            receiver.await("upload:" + later);
            assertThat(receiver.told.stream().map(Delivery::subject)).doesNotContain("upload:" + silent);
            assertThat(receiver.told).hasSize(before + 1);
            assertThat(turned(server, "{}").path("detail").asString()).contains("{\"off\": true}");
        }
    }

    private static JsonNode turned(ServerProcess server, String body) throws Exception {
        return ServerProcess.json(server.send(server.request("/api/v1/alerts")
                .header("Content-Type", "application/json").PUT(BodyPublishers.ofString(body))));
    }

    @Test
    void ofTwoServersOneTells() throws Exception {
        try (var receiver = new Receiver(); var postgresql = EmbeddedDatabase.start()) {
            var arguments = new String[]{"--no-bundled", "--alert-webhook", receiver.address(), "--db-url",
                    postgresql.getJdbcUrl("postgres", "postgres")};
            try (var one = ServerProcess.start(folder.resolve("data"), arguments);
                    var other = ServerProcess.start(folder.resolve("data"), arguments)) {
                awaitBegun(one, receiver);
                var ids = new CopyOnWriteArrayList<String>();
                for (int i = 10; i < 16; i++) {
                    ids.add(flagged(i % 2 == 0 ? one : other, i));
                }
                for (var id : ids) {
                    receiver.await("upload:" + id);
                }
                receiver.await("upload:" + flagged(one, 16));
                assertThat(receiver.told.stream().map(Delivery::subject)).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void anAddressThatIsNoneIsRefusedAndNotRepeated() throws Exception {
        var ended = ServerProcess.run("serve", "--port", "0", "--data-dir", folder.resolve("none").toString(),
                "--alert-webhook", "hooks.example.org/T0000");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("--alert-webhook must be a URL").doesNotContain("T0000");
    }

    /** What was there when alerts were switched on is not reported, so the first report shows that they are on. */
    private static void awaitBegun(ServerProcess server, Receiver receiver) throws Exception {
        var sent = new ArrayList<String>();
        for (int i = 100; receiver.told.isEmpty(); i++) {
            sent.add("upload:" + flagged(server, i));
            Thread.sleep(2500);
        }
        int first = sent.indexOf(receiver.told.getFirst().subject());
        assertThat(first).isNotNegative();
        for (var later : sent.subList(first, sent.size())) {
            receiver.await(later);
        }
        receiver.told.clear();
    }

    private static void assertChange(ServerProcess server, JsonNode told) throws Exception {
        assertThat(told.path("kind").asString()).isEqualTo("history_changed");
        var history = server.json("histories/" + told.path("history").asString()).path("history");
        assertThat(told.path("text").asString()).startsWith("All-Reduce with NCCL on 16 GPUs takes")
                .contains("% more time since 2025-11-11", "n = ", told.path("url").asString());
        assertThat(told.path("effect").asDouble()).isCloseTo(0.3, within(0.05));
        assertThat(history.path("change").path("at").asString()).isEqualTo(told.path("at").asString());
        assertThat(told.path("url").asString())
                .isEqualTo(server.root() + "regressions?id=" + history.path("id").asString());
    }

    /** A log that broke off. @return the id of its upload */
    private static String flagged(ServerProcess server, int number) throws Exception {
        var text = FleetLogs.gh200OverTcp().text().replace("nid005471", "nid" + (600000 + number));
        var upload = ServerProcess.json(
                server.upload("<!channel> broken-" + number + ".log", text.substring(0, text.length() * 2 / 3)));
        return upload.path("id").asString();
    }

    private static void night(ServerProcess server, int night, double times, Random random) throws Exception {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (long bytes = 1024; bytes <= 128 << 20; bytes *= 4) {
            double time = (30 + bytes / 180e3) * times * (1 + 0.01 * random.nextGaussian());
            double algbw = bytes / (time * 1e3);
            csv.append(String.format(Locale.ROOT,
                    "bench.log,1,gpucomm,1,nccl,2.28.3,all_reduce,,,NVIDIA H100,2,16,,%d,float,"
                            + "sum,,out_of_place,20,%.2f,,,,,%.2f,%.2f,0,,2025-11-%02dT02:00:00Z,,,,%n",
                    bytes, time, algbw,
                    algbw * 1.875, night));
        }
        assertThat(
                ServerProcess.json(server.upload("night-" + night + ".csv", csv.toString())).path("state").asString())
                .isEqualTo("ready");
    }

    private record Delivery(String subject, JsonNode body) {}

    /** Accepts posts after it has refused a given number of them. */
    private static final class Receiver implements AutoCloseable {

        private final List<Delivery> told = new CopyOnWriteArrayList<>();
        private final List<String> refused = new CopyOnWriteArrayList<>();
        private final AtomicInteger refusals = new AtomicInteger();
        private final HttpServer http;

        Receiver() throws IOException {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.createContext(SECRET, exchange -> {
                var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                var subject = exchange.getRequestHeaders().getFirst("Idempotency-Key");
                boolean refuses = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
                exchange.sendResponseHeaders(refuses ? 500 : 200, -1);
                exchange.close();
                if (refuses) {
                    refused.add(subject);
                } else {
                    told.add(new Delivery(subject, JsonMapper.shared().readTree(body)));
                }
            });
            http.start();
        }

        String address() {
            return "http://127.0.0.1:" + http.getAddress().getPort() + SECRET;
        }

        void await(String subject) throws InterruptedException {
            for (int tries = 0; told.stream().noneMatch(each -> each.subject().startsWith(subject)); tries++) {
                assertThat(tries).as("half a minute's waiting for " + subject + " among " + told).isLessThan(600);
                Thread.sleep(100);
            }
        }

        @Override
        public void close() {
            http.stop(0);
        }
    }
}
