package org.gpucomm.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients behind a proxy on this machine, which names their addresses. */
@Timeout(180)
class LimitsTest {

    private static final int SENDING = 3;

    @TempDir
    static Path folder;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(folder, "--no-bundled", "--trusted-proxy", "127.0.0.1", "--uploads-per-client",
                Integer.toString(SENDING), "--requests-per-client", "5", "--upload-limit", "2MB");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void oneClientSendsSoManyAtOnceAndAnotherIsNotHeldUp() throws Exception {
        var slow = new ArrayList<Socket>();
        for (int i = 0; i < SENDING; i++) {
            slow.add(stalled("10.1.1.1"));
        }
        var refused = upload("10.1.1.1", "refused");
        while (refused.statusCode() < 300) {
            // It overtook a stalled one, which was refused in its place.
            Thread.sleep(500);
            slow.add(stalled("10.1.1.1"));
            refused = upload("10.1.1.1", "refused again");
        }
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(ServerProcess.json(refused).path("detail").asString()).contains("3 uploads");
        assertThat(upload("10.1.1.2", "other").statusCode()).isEqualTo(201);
        for (var socket : slow) {
            socket.close();
        }
        while (upload("10.1.1.1", "afterwards").statusCode() == 429) {
            Thread.sleep(500);
        }
    }

    @Test
    void whoAsksTooOftenIsToldToWaitAndOthersAreServed() throws Exception {
        HttpResponse<String> answer = read("10.2.2.1");
        for (int i = 0; i < 2000 && answer.statusCode() == 200; i++) {
            answer = read("10.2.2.1");
        }
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(ServerProcess.json(answer).path("detail").asString()).contains("5 requests a second");
        assertThat(read("10.2.2.2").statusCode()).isEqualTo(200);
        assertThat(server.get("/api/v1/overview").statusCode()).as("this machine itself").isEqualTo(200);
        while (read("10.2.2.1").statusCode() == 429) {
            Thread.sleep(200);
        }
    }

    @Test
    void aFileThatIsTooLargeIsRefusedHoweverItComes() throws Exception {
        var large = "x".repeat(3 << 20);
        assertThat(server.upload("large.log", large).statusCode()).as("its length is told").isEqualTo(413);
        assertThat(server.uploadParts(List.of("large.log"), large).statusCode()).as("in a form").isEqualTo(413);
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(large.getBytes(StandardCharsets.US_ASCII));
        }
        var request = server.request("/api/v1/uploads?filename=large.log");
        assertThat(server.send(request.copy().header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(packed.toByteArray()))).statusCode()).as("3 kB on the way")
                .isEqualTo(413);
        var answer = server.send(request.POST(BodyPublishers
                .ofInputStream(() -> new ByteArrayInputStream(large.getBytes(StandardCharsets.US_ASCII)))));
        assertThat(answer.statusCode()).as("nobody knows how long it is").isEqualTo(413);
        assertThat(ServerProcess.json(answer).path("detail").asString()).contains("2");
        assertThat(server.json("uploads?q=large").path("total").asInt()).isZero();
    }

    @Tag("nightly")
    @Test
    void aServerThatHoldsWhatItMayTakesNoMoreAndIsRead(@TempDir Path small) throws Exception {
        try (var full = ServerProcess.start(small, "--no-bundled", "--quota", "3MB")) {
            assertThat(fill(full)).isEqualTo(507);
            assertThat(full.get("/api/v1/uploads").statusCode()).isEqualTo(200);
        }
    }

    /** @return how the server answered the upload that was one too many, of 18 MB at most */
    private static int fill(ServerProcess full) throws IOException, InterruptedException {
        var random = new Random(1);
        int status = 201;
        for (int i = 0; i < 60 && status == 201; i++) {
            var noise = new byte[300_000];
            random.nextBytes(noise);
            status = full.upload("noise-" + i + ".log", Base64.getEncoder().encodeToString(noise))
                    .statusCode();
        }
        return status;
    }

    private static HttpResponse<String> upload(String client, String content) throws Exception {
        return server.upload("a.log", content, "X-Forwarded-For", client);
    }

    private static HttpResponse<String> read(String client) throws IOException, InterruptedException {
        return server.send(server.request("/api/v1/session").header("X-Forwarded-For", client).GET());
    }

    /** An upload that has begun and sends nothing more. */
    private static Socket stalled(String client) throws IOException {
        var socket = new Socket("127.0.0.1", server.root().getPort());
        socket.getOutputStream().write(("POST /api/v1/uploads?filename=slow.log HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "X-Forwarded-For: " + client + "\r\nContent-Length: 1000000\r\n\r\nsome")
                .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
