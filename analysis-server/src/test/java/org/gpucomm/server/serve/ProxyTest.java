package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.gpucomm.server.database.EmbeddedDatabase;
import org.gpucomm.results.format.canonical.Column;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proxy of deploy/compose in front of two servers, where Caddy is installed. */
@Tag("nightly")
class ProxyTest {

    private static final String CSV = String.join(",", Column.headers()) + "\nproxy.log,1,nccl-tests,,nccl,,all_reduce,"
            + ",,,1,8,,1024,float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,,\n";

    @TempDir
    Path folder;

    @Test
    void whatIsSentThroughItArrivesAndOneServerMayDie() throws Exception {
        assumeTrue(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "caddy"))), "no caddy (install caddy)");
        try (var postgresql = EmbeddedDatabase.start()) {
            var url = postgresql.getJdbcUrl("postgres", "postgres");
            try (var first = server(url); var second = server(url)) {
                int port = free();
                var proxy = proxy(port, first, second);
                try {
                    var root = URI.create("http://127.0.0.1:" + port + "/");
                    while (status(root) != 200) {
                        Thread.sleep(100);
                    }
                    var sent = send(HttpRequest.newBuilder(root.resolve("/api/v1/uploads?filename=a.csv"))
                            .POST(BodyPublishers.ofString(CSV)));
                    assertThat(sent.statusCode()).as(sent.body()).isEqualTo(201);
                    assertThat(ServerProcess.json(sent).path("url").asString()).as("the proxy's address")
                            .startsWith(root.toString());
                    var invented = send(HttpRequest.newBuilder(root.resolve("/api/v1/uploads"))
                            .header("Forwarded", "for=192.0.2.1;host=elsewhere.example.org;proto=https")
                            .header("X-Forwarded-Prefix", "/elsewhere").header("X-Forwarded-Port", "81"));
                    assertThat(ServerProcess.json(invented).path("items").get(0).path("url").asString())
                            .as("what clients say of themselves is taken away").startsWith(root + "uploads/");
                    assertThat(send(HttpRequest.newBuilder(root.resolve("/api/v1/uploads?filename=b.csv"))
                            .header("Origin", "https://elsewhere.example.org").POST(BodyPublishers.ofString(CSV)))
                            .statusCode()).as("another site's page").isEqualTo(403);
                    first.kill();
                    for (int i = 0; i < 20; i++) {
                        assertThat(status(root)).as("answer " + i + " after one server died").isEqualTo(200);
                    }
                } finally {
                    proxy.destroy();
                    proxy.waitFor();
                }
            }
        }
    }

    private ServerProcess server(String url) throws IOException {
        return ServerProcess.start(folder.resolve("data"), "--no-bundled", "--db-url", url, "--trusted-proxy",
                "127.0.0.1");
    }

    private Process proxy(int port, ServerProcess first, ServerProcess second) throws IOException {
        var file = Files.readString(Path.of("../deploy/compose/Caddyfile"));
        assertThat(file).contains("server-1:8080 server-2:8080", "\n{$GPUCOMM_SITE::8080} {");
        var here = Files.writeString(folder.resolve("Caddyfile"), "{\n\tadmin off\n}\n" + file
                .replace("server-1:8080", "127.0.0.1:" + first.root().getPort())
                .replace("server-2:8080", "127.0.0.1:" + second.root().getPort()));
        var caddy = new ProcessBuilder("caddy", "run", "--adapter", "caddyfile", "--config", here.toString())
                .redirectErrorStream(true).redirectOutput(folder.resolve("caddy.log").toFile());
        caddy.environment().put("GPUCOMM_SITE", ":" + port);
        return caddy.start();
    }

    private static int status(URI root) throws InterruptedException {
        try {
            return send(HttpRequest.newBuilder(root.resolve("/api/v1/overview"))).statusCode();
        } catch (IOException notYet) {
            return 0;
        }
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
