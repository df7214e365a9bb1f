package org.gpucomm.results.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

@Timeout(60)
class UploadClientTest {

    private static final String UPLOAD = "{\"id\":\"07\",\"url\":\"/uploads/07\",\"state\":\"%s\",\"message\":\"too new\","
            + "\"summary\":\"24 rows\"}";

    private final List<Integer> statuses = new ArrayList<>();
    private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final UploadClient client;
    private boolean takesGzip = true;
    private String state = "importing";

    UploadClientTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        client = new UploadClient(URI.create(url()), "secret", Duration.ofSeconds(20));
    }

    @BeforeEach
    void start() {
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void aHostThatNobodyKnowsIsSaidAsSuchAndIsNotAskedAgain() throws Exception {
        try (var nowhere = new UploadClient(URI.create("http://nohost.invalid:1"), null, Duration.ofSeconds(20))) {
            assertThat(nowhere.send("a.log", () -> new ByteArrayInputStream(new byte[1]))).isEqualTo(
                    new UploadAnswer.Later("no host is known here by the name nohost.invalid", false, true));
        }
    }

    @Test
    void aFileIsSentCompressedAndItsLinkIsAbsolute() throws Exception {
        var text = "a line of a log\n".repeat(10_000);
        assertThat(client.send("a log.txt", () -> new ByteArrayInputStream(text.getBytes())))
                .isEqualTo(new UploadAnswer.Accepted("07", url() + "/uploads/07", false, "importing", "24 rows"));
        assertThat(requests).containsExactly("POST /api/v1/uploads?wait=0&filename=a+log.txt Bearer secret gzip");
        assertThat(bodies.getFirst().length).isLessThan(text.length() / 20);
        assertThat(new String(unpacked(bodies.getFirst()))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 512, 513, 1_000_000})
    void whatCannotBeCompressedArrivesWholeToo(int size) throws Exception {
        var bytes = new byte[size];
        new Random(7).nextBytes(bytes);
        assertThat(client.post("x", () -> new ByteArrayInputStream(bytes))).isInstanceOf(UploadAnswer.Accepted.class);
        assertThat(unpacked(bodies.getFirst())).isEqualTo(bytes);
    }

    @Test
    void aServerThatTakesNoGzipGetsTheFileAsItIs() throws Exception {
        takesGzip = false;
        assertThat(client.post("x", () -> new ByteArrayInputStream("plain".getBytes())))
                .isInstanceOf(UploadAnswer.Accepted.class);
        assertThat(new String(bodies.getLast())).isEqualTo("plain");
    }

    @Test
    void aServerThatIsBusyIsAskedAgainAndOneThatRefusesIsNot() throws Exception {
        statuses.addAll(List.of(503, 429));
        assertThat(client.send("x", () -> new ByteArrayInputStream(new byte[1])))
                .isInstanceOf(UploadAnswer.Accepted.class);
        assertThat(requests).hasSize(3);
        statuses.add(413);
        assertThat(client.send("x", () -> new ByteArrayInputStream(new byte[1])))
                .isEqualTo(new UploadAnswer.Refused("the server answered 413: too long"));
        statuses.add(401);
        assertThat(client.send("x", () -> new ByteArrayInputStream(new byte[1]))).isEqualTo(new UploadAnswer.Later(
                "the server needs a token, or another one (401); give it with --token or GPUCOMM_TOKEN", false, false));
        assertThat(requests).hasSize(5);
    }

    @Test
    void theEndOfAnImportIsAwaited() throws Exception {
        var first = (UploadAnswer.Accepted) client.post("x", () -> new ByteArrayInputStream(new byte[1]));
        state = "failed";
        assertThat(client.await(first))
                .isEqualTo(new UploadAnswer.Accepted("07", url() + "/uploads/07", true, "failed", "too new"));
    }

    @Test
    void noServerAndNoFileAreSaid() throws Exception {
        server.stop(0);
        assertThat(client.post("x", () -> new ByteArrayInputStream(new byte[1])))
                .isEqualTo(new UploadAnswer.Later("no server answers at " + url(), true, true));
        assertThat(client.post("x", () -> Files.newInputStream(Path.of("/none"))))
                .isEqualTo(new UploadAnswer.Later("the file is gone: /none", false, false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            127.0.0.1:8101    | must be a URL such as http://127.0.0.1:8080, was '127.0.0.1:8101'; write http://127.0.0.1:8101
            host:8101         | must be a URL such as http://127.0.0.1:8080, was 'host:8101'; write http://host:8101
            gpucomm.example   | must be a URL such as http://127.0.0.1:8080, was 'gpucomm.example'; write http://gpucomm.example
            ftp://x           | must be a URL such as http://127.0.0.1:8080, was 'ftp://x'
            'a b'             | must be a URL such as http://127.0.0.1:8080, was 'a b'
            ''                | must be a URL such as http://127.0.0.1:8080, was ''
            """)
    void anAddressThatIsNoneIsAnsweredWithWhatToWrite(String text, String message) {
        assertThatThrownBy(() -> UploadClient.server(text)).hasMessage(message);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " " + encoding);
            bodies.add(exchange.getRequestBody().readAllBytes());
            int status = statuses.isEmpty()
                    ? exchange.getRequestMethod().equals("GET") ? 200 : takesGzip || encoding == null ? 201 : 415
                    : statuses.removeFirst();
            var json = status < 300 ? UPLOAD.formatted(state) : "{\"detail\":\"too long\"}";
            exchange.sendResponseHeaders(status, json.length());
            exchange.getResponseBody().write(json.getBytes());
        }
    }

    private static byte[] unpacked(byte[] gzip) throws IOException {
        return new GZIPInputStream(new ByteArrayInputStream(gzip)).readAllBytes();
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }
}
