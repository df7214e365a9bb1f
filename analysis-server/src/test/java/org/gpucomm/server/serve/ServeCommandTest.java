package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.flywaydb.core.Flyway;
import org.gpucomm.server.database.Database;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {

    @TempDir
    Path folder;

    @Test
    void anotherAddressThanLoopbackNeedsAToken() throws Exception {
        var ended = ServerProcess.run("serve", "--address", "0.0.0.0", "--port", "0", "--data-dir", folder.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("to listen on 0.0.0.0 the server needs a token");
    }

    @Test
    void aServerThatAProxyShowsToOthersNeedsAToken() throws Exception {
        var ended = ServerProcess.run("serve", "--trusted-proxy", "127.0.0.1", "--public-url",
                "https://gpucomm.example.org/", "--port", "0", "--data-dir", folder.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("--trusted-proxy with --public-url", "who could all write", "--token-file");
    }

    @Test
    void aTokenOfOneCharacterIsRefused() throws Exception {
        var ended = ServerProcess.run("serve", "--token", "x", "--port", "0", "--data-dir", folder.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("the token is too short, 1 of at least 6 characters");
    }

    @Test
    void aPortInUseIsSaidWithCode3() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var ended = ServerProcess.run("serve", "--port", "" + taken.getLocalPort(), "--data-dir",
                    folder.toString());
            assertThat(ended.code()).isEqualTo(3);
            assertThat(ended.output()).contains("port " + taken.getLocalPort() + " is in use", "--port");
            var watched = ServerProcess.run(Map.of("GPUCOMM_MANAGEMENT_PORT", "" + taken.getLocalPort()), "serve",
                    "--port", "0", "--data-dir", folder.toString());
            assertThat(watched.code()).isEqualTo(3);
            assertThat(watched.output()).contains("port " + taken.getLocalPort() + " is in use",
                    "by --management-port");
        }
    }

    @Tag("nightly")
    @Test
    void aSecondServerOnTheSameDataIsRefusedWithCode3() throws Exception {
        try (var first = ServerProcess.start(folder, "--no-bundled")) {
            var ended = ServerProcess.run("serve", "--port", "0", "--data-dir", folder.toString());
            assertThat(ended.code()).isEqualTo(3);
            assertThat(ended.output()).contains(folder.toString()).doesNotContain("\tat ");
            assertThat(first.get("/api/v1/uploads").statusCode()).as("the first goes on").isEqualTo(200);
        }
    }

    @Tag("nightly")
    @Test
    void tablesOfAnotherVersionAreRefusedWithWhatToDo() throws Exception {
        var database = Database.inDirectory(folder);
        var tables = Files.createDirectory(folder.resolve("tables"));
        Files.writeString(tables.resolve("V1__schema.sql"), "create table upload (id int);");
        Flyway.configure().dataSource(database.url(), database.user(), database.password())
                .locations("filesystem:" + tables).load().migrate();
        var ended = ServerProcess.run("serve", "--port", "0", "--data-dir", folder.toString());
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.output())
                .contains("another version of gpucomm made the data directory " + folder, "--data-dir")
                .doesNotContain("\tat ", "Flyway");
    }

    @Test
    void withATokenEveryWriteNeedsItAndReadingDoesNot() throws Exception {
        var token = Files.writeString(folder.resolve("token"), "s3cret\n");
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--token-file",
                token.toString())) {
            assertThat(server.upload("x.log", "x").statusCode()).isEqualTo(401);
            assertThat(server.upload("x.log", "x", "Authorization", "Bearer wrong").statusCode()).isEqualTo(401);
            assertThat(server.upload("x.log", "x", "Authorization", "Bearer s3cret").statusCode()).isEqualTo(201);
            assertThat(server.get("/api/v1/runs").statusCode()).isEqualTo(200);
            assertThat(server.json("session").path("tokenRequired").asBoolean()).isTrue();
        }
    }

    @Tag("nightly")
    @Test
    void aReadOnlyServerAnswersQuestionsAndRefusesEveryWrite() throws Exception {
        var token = Files.writeString(folder.resolve("token"), "s3cret\n");
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--read-only", "--token-file",
                token.toString())) {
            for (var bearer : List.of("", "Bearer s3cret")) {
                for (var write : List.of("POST uploads", "POST tokens", "POST readings", "PUT alerts",
                        "PUT baselines/golden", "PUT runs/a-1/marks", "PATCH uploads/a", "DELETE uploads/a")) {
                    var words = write.split(" ");
                    var request = server.request("/api/v1/" + words[1]).header("Content-Type", "application/json")
                            .method(words[0], BodyPublishers.ofString("{}"));
                    var answer = server.send(bearer.isEmpty() ? request : request.header("Authorization", bearer));
                    assertThat(answer.statusCode()).as(write).isEqualTo(403);
                    assertThat(answer.body()).as(write).contains("This server is read-only");
                }
            }
            assertThat(server.get("/api/v1/runs").statusCode()).isEqualTo(200);
            assertThat(server.get("/api/v1/audit-log").statusCode()).isEqualTo(401);
            assertThat(server.json("session").path("readOnly").asBoolean()).isTrue();
            assertThat(server.get("/robots.txt").body()).contains("Disallow: /api/");
        }
    }

    @Tag("nightly")
    @Test
    void aReadOnlyServerWithoutATokenShowsNobodyWhatIsForThoseWhoManage() throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--read-only")) {
            assertThat(server.upload("x.log", "x").statusCode()).isEqualTo(403);
            assertThat(server.get("/api/v1/backup").statusCode()).isEqualTo(401);
            assertThat(server.get("/api/v1/uploads").statusCode()).isEqualTo(200);
        }
    }

    @Tag("nightly")
    @Test
    void aReadOnlyServerRefusesAWriteBeforeItsBodyComes() throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--read-only")) {
            for (var type : List.of("multipart/form-data; boundary=x", "application/json")) {
                try (var socket = new Socket(server.root().getHost(), server.root().getPort())) {
                    socket.setSoTimeout(60_000);
                    socket.getOutputStream().write(("POST /api/v1/uploads HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
                            + type + "\r\nContent-Length: 1000000000\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                    // It would wait for the body until the socket's time is out.
                    var answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
                    assertThat(answer).as(type).isEqualTo("HTTP/1.1 403");
                }
            }
        }
    }

    @Tag("nightly")
    @Test
    void theDemoKeepsNothingAndTouchesNothingOfTheUsers() throws Exception {
        var temporary = Files.createDirectory(folder.resolve("temporary"));
        var home = Files.createDirectory(folder.resolve("home"));
        var environment = Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary, "XDG_DATA_HOME",
                home.toString(), "HOME", home.toString(), "GPUCOMM_TOKEN", "the-users-own", "GPUCOMM_ALERT_WEBHOOK",
                "http://127.0.0.1:9/");
        try (var server = ServerProcess.demo(environment)) {
            assertThat(server.json("session").path("demo").asBoolean()).isTrue();
            server.awaitImports();
            assertThat(server.upload("a.log", "a").statusCode()).isEqualTo(201);
            assertThat(server.json("alerts").path("host").isNull()).isTrue();
            assertThat(temporary).isDirectoryContaining("glob:**/gpucomm-demo-*");
        }
        assertThat(temporary).isDirectoryNotContaining("glob:**/gpucomm-demo-*");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void aDemoThatCannotStartLeavesNothing() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var environment = Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + folder);
            var ended = ServerProcess.run(environment, "demo", "--port", "" + taken.getLocalPort());
            assertThat(ended.code()).as(ended.output()).isEqualTo(3);
            assertThat(ServerProcess.run(environment, "demo", "--port", "99999").code()).isEqualTo(2);
        }
        assertThat(folder).isDirectoryNotContaining("glob:**/gpucomm-demo-*");
    }

    @Test
    void aReadOnlyServerLimitsHowOftenAnAddressAsks() throws Exception {
        var ended = ServerProcess.run("serve", "--read-only", "--requests-per-client", "0");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("--requests-per-client must not be 0");
    }

    @Tag("nightly")
    @Test
    void agentsFindTheDocumentationThatTheServerLists() throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            var pages = Pattern.compile("\\((docs/[a-z]+\\.md)\\)").matcher(server.get("/llms.txt").body()).results()
                    .map(link -> link.group(1)).toList();
            assertThat(pages).contains("docs/agents.md");
            for (var page : pages) {
                assertThat(server.get("/" + page).body()).as(page).startsWith("# ");
            }
        }
    }

    @Tag("nightly")
    @Test
    void theUploadCommandPrintsWhatTheServerMadeOfTheFileAndTheLink() throws Exception {
        var log = Files.writeString(folder.resolve("nccl_all_reduce.csv"), "GPUs,size(MB),algbw(GB/s)\n8,1,2.50\n");
        var noLog = Files.writeString(folder.resolve("notes.txt"), "hello\n");
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            var url = server.root().toString();
            var good = ServerProcess.run("upload", log.toString(), "--server", url);
            assertThat(good.code()).as(good.output()).isZero();
            assertThat(good.output()).contains("nccl_all_reduce.csv: ", url + "uploads/");
            var link = good.output().substring(good.output().indexOf(url + "uploads/")).lines().findFirst()
                    .orElseThrow();
            var spec = Files.writeString(folder.resolve("mine.yaml"), """
                    {name: mine, title: T, source: s, aggregation: a, x: {column: ranks}, y: {metric: algbw},
                     series: [{name: one}], panels: [{title: P}]}
                    """);
            var drawn = ServerProcess.run("figures", "--data", link.strip(), "--spec", spec.toString(), "--format",
                    "csv",
                    "--out", folder.resolve("drawn").toString());
            assertThat(drawn.code()).as(drawn.output()).isZero();
            assertThat(folder.resolve("drawn/mine.csv")).content().contains("mine,P,one,8,2.5");
            var bad = ServerProcess.run("upload", noLog.toString(), "--server", url);
            assertThat(bad.code()).isEqualTo(1);
            assertThat(bad.output()).contains("no known format");
        }
    }

    @Tag("nightly")
    @Test
    void aFileThatIsCompressedForTheWayIsKeptAsItIs() throws Exception {
        var text = "GPUs,size(MB),algbw(GB/s)\n8,1,2.50\n".getBytes(StandardCharsets.UTF_8);
        var gzip = new ByteArrayOutputStream();
        try (var packing = new GZIPOutputStream(gzip)) {
            packing.write(text);
        }
        try (var server = ServerProcess.start(folder.resolve("gzip"), "--no-bundled");
                var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(server.root().resolve("api/v1/uploads?filename=nccl_all_reduce.csv"))
                    .header("Content-Encoding", "gzip");
            var kept = client.send(request.POST(BodyPublishers.ofByteArray(gzip.toByteArray())).build(),
                    BodyHandlers.ofString());
            assertThat(kept.statusCode()).isEqualTo(201);
            assertThat(kept.body()).contains("\"sha256\":\"" + HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text)) + "\"");
            var cut = client.send(request.POST(BodyPublishers.ofByteArray(gzip.toByteArray(), 0, 20)).build(),
                    BodyHandlers.ofString());
            assertThat(cut.statusCode()).isEqualTo(400);
            assertThat(cut.body())
                    .contains("nccl_all_reduce.csv: its Content-Encoding is gzip and its bytes are damaged");
        }
    }

    @Test
    void anAddressThatIsNoUrlIsAnsweredWithWhatToWrite() throws Exception {
        var log = Files.writeString(folder.resolve("a.log"), "x");
        var ended = ServerProcess.run("upload", log.toString(), "--server", "127.0.0.1:8101");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output()).contains("--server must be a URL such as http://127.0.0.1:8080, was "
                + "'127.0.0.1:8101'; write http://127.0.0.1:8101").doesNotContain("URISyntaxException");
    }

    @Tag("nightly")
    @Test
    void theUploadCommandSaysWhenNoServerAnswers() throws Exception {
        var log = Files.writeString(folder.resolve("a.log"), "x");
        int free;
        try (var socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            free = socket.getLocalPort();
        }
        var ended = ServerProcess.run("upload", log.toString(), "--server", "http://127.0.0.1:" + free);
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.output()).contains("no server answers at http://127.0.0.1:" + free, "gpucomm serve");
        assertThat(
                ServerProcess.run("upload", folder.resolve("none").toString(), "--server", "http://127.0.0.1:1").code())
                .isEqualTo(2);
    }
}
