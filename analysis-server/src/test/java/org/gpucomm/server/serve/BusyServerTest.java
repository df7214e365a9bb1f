package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is asked for much at once, and the port for what watches it. */
@Timeout(300)
@Tag("nightly")
class BusyServerTest {

    /** More than a small server has cores. */
    private static final int ASKERS = 4;
    private static final String LOG = "# a line that no format knows\n".repeat(500_000);

    @TempDir
    static Path folder;
    private static ServerProcess server;
    private static URI management;

    @BeforeAll
    static void start() throws Exception {
        int port;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        management = URI.create("http://127.0.0.1:" + port + "/");
        server = ServerProcess.start(folder, "--no-bundled", "--management-port", Integer.toString(port));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theManagementPortHasHealthAndMetricsOnly() throws Exception {
        assertThat(status(management.resolve("actuator/health/liveness"))).isEqualTo(200);
        assertThat(status(management.resolve("actuator/prometheus"))).isEqualTo(200);
        assertThat(status(management.resolve("api/v1/session"))).isEqualTo(404);
        assertThat(status(management.resolve("actuator/..;/api/v1/session"))).isNotEqualTo(200);
        assertThat(status(server.root().resolve("actuator/health/liveness"))).isEqualTo(200);
    }

    /** Once, when a request computed on each core, others were answered only after one of these. */
    @Tag("nightly")
    @Test
    void whoAsksForLittleIsAnsweredWhileOthersCompute() {
        var computing = new ArrayList<CompletableFuture<Integer>>();
        for (int i = 0; i < ASKERS; i++) {
            computing.add(CompletableFuture.supplyAsync(() -> overlay(LOG)));
        }
        var all = CompletableFuture.allOf(computing.toArray(CompletableFuture[]::new));
        int answered = 0;
        while (!all.isDone()) {
            for (var address : List.of(server.root().resolve("actuator/health/liveness"),
                    server.root().resolve("api/v1/runs"), management.resolve("actuator/health/liveness"))) {
                assertThat(status(address)).isEqualTo(200);
                answered++;
            }
        }
        assertThat(computing).allSatisfy(each -> assertThat(each.join()).isEqualTo(400));
        assertThat(answered).as("answers meanwhile").isGreaterThan(300);
    }

    /** Each has sent nearly all that it may, 480 MiB together. */
    @Test
    @Tag("nightly")
    void overlaysThatStopOnTheWayTakeNoMemory() throws Exception {
        var stalled = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 40; i++) {
                stalled.add(stalled());
            }
            assertThat(overlay(LOG)).isEqualTo(400);
            assertThat(status(server.root().resolve("api/v1/runs"))).isEqualTo(200);
        } finally {
            for (var socket : stalled) {
                socket.close();
            }
        }
    }

    private static Socket stalled() throws IOException {
        var socket = new Socket("127.0.0.1", server.root().getPort());
        var out = socket.getOutputStream();
        out.write(("POST /api/v1/overlay?filename=a.log HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Type: application/octet-stream\r\nContent-Length: " + (16 << 20) + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.write(new byte[12 << 20]);
        return socket;
    }

    private static int overlay(String log) {
        return status(server.request("/api/v1/overlay?filename=a.log")
                .header("Content-Type", "application/octet-stream").POST(BodyPublishers.ofString(log)));
    }

    private static int status(URI address) {
        return status(HttpRequest.newBuilder(address));
    }

    private static int status(HttpRequest.Builder request) {
        try {
            return server.send(request).statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
