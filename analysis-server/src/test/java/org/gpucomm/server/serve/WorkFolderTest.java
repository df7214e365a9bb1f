package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

import org.gpucomm.server.store.LiveFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a killed server had received of a form or a file is gone with the next start; what a living one receives stays. */
@Tag("nightly")
class WorkFolderTest {

    private static final int PART = 1 << 20;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"multipart/form-data; boundary=here", "application/octet-stream"})
    void whatAKilledServerHasReceivedIsDeletedByTheNextAndThatOfALivingOneIsNot(String type) throws Exception {
        var killed = ServerProcess.start(folder.resolve("data"), "--no-bundled");
        try (var client = half(killed, type)) {
            awaitReceived(client);
            killed.kill();
            assertThat(received()).as("what a kill leaves").isPositive();
        }
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            awaitSwept();
            try (var client = half(server, type)) {
                awaitReceived(client);
                long before = received();
                assertThat(WorkFolder.in(folder.resolve("data/work")).path()).isDirectory();
                assertThat(received()).as("beside another that starts").isGreaterThanOrEqualTo(before);
            }
        }
    }

    /** Sends a quarter of a form, or of a file. */
    private static Socket half(ServerProcess server, String type) throws IOException {
        var socket = new Socket(server.root().getHost(), server.root().getPort());
        var head = """
                POST /api/v1/uploads?filename=half.log HTTP/1.1
                Host: %s
                Content-Type: %s
                Content-Length: %d

                --here
                Content-Disposition: form-data; name="file"; filename="half.log"

                """.formatted(server.root().getAuthority(), type, 4L * PART).replace("\n", "\r\n");
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        var part = new byte[PART];
        new Random(1).nextBytes(part);
        socket.getOutputStream().write(part);
        socket.getOutputStream().flush();
        return socket;
    }

    /** The server answers before it has swept. */
    private void awaitSwept() throws Exception {
        var end = Instant.now().plus(Duration.ofMinutes(1));
        while (received() > 0) {
            assertThat(Instant.now()).as("what the killed server left is gone").isBefore(end);
            Thread.sleep(20);
        }
    }

    private void awaitReceived(Socket client) throws Exception {
        assertThat(client.isConnected()).isTrue();
        var end = Instant.now().plus(Duration.ofMinutes(1));
        while (received() == 0) {
            assertThat(Instant.now()).as("some of the form is in a file").isBefore(end);
            Thread.sleep(20);
        }
    }

    /** Bytes of parts of forms and files that lie in the data directory. */
    private long received() throws IOException {
        return LiveFiles.below(folder.resolve("data")).keySet().stream()
                .filter(file -> file.toString().matches(".*\\.(tmp|part)"))
                .mapToLong(file -> file.toFile().length()).sum();
    }
}
