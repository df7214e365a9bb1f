package org.gpucomm.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoredUploadTest {

    private static final String ID = "0123456789abcdef";

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theContentIsReadUnderItsFileName() throws Exception {
        answer("/api/v1/uploads/" + ID, 200, "{\"filename\": \"all.log\"}".getBytes(StandardCharsets.UTF_8));
        answer("/api/v1/uploads/" + ID + "/raw", 200, "rows".getBytes(StandardCharsets.UTF_8));
        var read = new ArrayList<String>();
        upload().read((in, filename) -> {
            read.add(filename);
            read.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        });
        assertThat(read).containsExactly("all.log", "rows");
    }

    /** A client that is closed waits for answers that nobody has read. */
    @Test
    void aLongErrorAnswerEnds() {
        answer("/", 404, new byte[3 << 20]);
        assertThatThrownBy(() -> upload().read((in, filename) -> {})).isInstanceOf(IOException.class)
                .hasMessageEndingWith("/api/v1/uploads/" + ID + " answered 404");
    }

    @Test
    void aLongErrorAnswerInPlaceOfTheContentEnds() {
        answer("/api/v1/uploads/" + ID, 200, "{}".getBytes(StandardCharsets.UTF_8));
        answer("/api/v1/uploads/" + ID + "/raw", 503, new byte[3 << 20]);
        assertThatThrownBy(() -> upload().read((in, filename) -> {})).isInstanceOf(IOException.class)
                .hasMessageEndingWith("/raw answered 503");
    }

    private StoredUpload upload() {
        return StoredUpload.at("http://127.0.0.1:" + server.getAddress().getPort() + "/uploads/" + ID).orElseThrow();
    }

    private void answer(String path, int status, byte[] body) {
        server.createContext(path, exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        });
    }
}
