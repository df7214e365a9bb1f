package org.gpucomm.server.mcp;

import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The protocol's own client asks a real server and gets what the pages' interface returns. */
class McpTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{}}";

    @TempDir
    static Path folder;
    private static ServerProcess server;
    private static McpSyncClient client;
    private static String tcp = "";
    private static String fabric = "";

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(folder.resolve("data"));
        server.awaitImports();
        tcp = uploaded(FleetLogs.gh200OverTcp());
        fabric = uploaded(FleetLogs.gh200OverFabric());
        client = client(server.root(), Map.of());
        client.initialize();
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @Test
    void allToolsSayThatTheyOnlyRead() {
        var tools = client.listTools().tools();
        assertThat(tools).extracting(tool -> tool.name()).containsExactlyInAnyOrder("read_log", "find_runs", "findings",
                "compare", "peers", "figure");
        assertThat(tools).allSatisfy(tool -> {
            assertThat(tool.annotations().readOnlyHint()).isTrue();
            assertThat(tool.annotations().destructiveHint()).isFalse();
            assertThat(tool.description()).isNotBlank();
        });
    }

    @Test
    void aLogIsReadAsExplainReadsItAndIsNotStored() throws Exception {
        long before = server.json("overview").path("uploads").asLong();
        var log = FleetLogs.gh200OverTcp();
        var text = log.text().replaceFirst("\\n", "\nthis line is none of the program's, password=hunter2hunter2\n");
        var said = ask("read_log", Map.of("text", text, "filename", log.filename(), "rows", 1000));
        var file = Files.writeString(folder.resolve(log.filename()), text);
        var explained = JsonMapper.shared()
                .readTree(ServerProcess.run("explain", "--format", "json", file.toString()).output());
        assertThat(said.path("headline")).isEqualTo(explained.path("headline").path("sentence"));
        assertThat(texts(said.path("findings"), "sentence")).isEqualTo(texts(explained.path("findings"), "sentence"));
        int time = position(said.path("columns"), "time_us");
        var csv = ServerProcess.run("convert", file.toString()).output();
        assertThat(said.path("rows")).isNotEmpty()
                .allSatisfy(row -> assertThat(csv).contains("," + row.path(time).asString() + ","));
        assertThat(said.path("n").path("measurements").asInt()).isEqualTo(said.path("rows").size());
        assertThat(said.path("stored").asBoolean(true)).isFalse();
        assertThat(said.toString()).doesNotContain("hunter2");
        assertThat(server.json("overview").path("uploads").asLong()).isEqualTo(before);
        assertThat(refusal("read_log", Map.of("text", "good morning\n"))).contains("log.txt");
        assertThat(refusal("read_log", Map.of())).contains("text");
    }

    @Test
    void onlyALogMayBeLong() throws Exception {
        var log = FleetLogs.gh200OverTcp();
        var noise = "# nothing\n".repeat(20_000);
        assertThat(ask("read_log", Map.of("text", noise + log.text(), "filename", log.filename())).path("rows"))
                .isNotEmpty();
        assertThat(refusal("find_runs", Map.of("query", noise))).contains("64 KiB");
        assertThat(posted(PING.replace("}", ",\"more\":[" + "{},".repeat(20_000) + "{}]}")).statusCode())
                .as("more values than a log has").isEqualTo(400);
        assertThat(posted("x".repeat((16 << 20) + 1)).statusCode()).isEqualTo(413);
        assertThat(status(server, Map.of())).isEqualTo(200);
    }

    @Test
    void aRequestThatIsNoneIsAnsweredWithoutAStackTrace() throws Exception {
        var tooMany = PING.replace("}", ",\"more\":[" + "{},".repeat(20_000) + "{}]}");
        for (var body : List.of("good morning", "{\"jsonrpc\":\"2.0\"}", tooMany)) {
            var answer = posted(body);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("message").doesNotContain("stackTrace", "cause", ".java");
        }
    }

    private static HttpResponse<String> posted(String body) throws Exception {
        return server.send(server.request("/mcp").header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream").POST(ofString(body)));
    }

    @Test
    void findingsAreThoseOfTheUploadsPageWithUnitsCountsAndLinks() throws Exception {
        var said = ask("findings", Map.of("upload", tcp, "limit", 100));
        var page = server.json("findings?upload=" + tcp);
        assertThat(said.path("headline")).isEqualTo(page.path("headline").path("sentence"));
        assertThat(said.path("n").path("measurements")).isEqualTo(page.path("measurements"));
        assertThat(texts(said.path("findings"), "sentence")).isNotEmpty()
                .isEqualTo(texts(page.path("items"), "sentence"));
        for (int i = 0; i < page.path("items").size(); i++) {
            assertThat(said.path("findings").path(i).path("numbers"))
                    .isEqualTo(page.path("items").path(i).path("numbers"));
            assertThat(said.path("findings").path(i).path("next")).isEqualTo(page.path("items").path(i).path("next"));
        }
        // The command whose result would settle what is open: an agent hands it to anyone who has the GPUs.
        assertThat(texts(said.path("findings"), "next")).filteredOn(next -> !next.isEmpty())
                .anySatisfy(next -> assertThat(next).startsWith("curl -fsSo next.yaml '" + server.root())
                        .endsWith("next.yaml?upload=" + tcp + "' && gpucomm run next.yaml --on slurm"));
        assertAnswers(said.path("pages").path(0).path("page").asString());
        assertAnswers(said.path("findings").path(0).path("page").asString());
        assertThat(said.path("uploads").path(0).path("state").asString()).isEqualTo("ready");
        var flags = server.json("runs?upload=" + tcp).path("items").path(0).path("flags");
        assertThat(said.path("flagged").path(0).path("flags")).isEqualTo(flags.isEmpty()
                ? said.path("nothing")
                : flags);
        assertThat(refusal("findings", Map.of("run", "0123456789abcdef-1"))).contains("0123456789abcdef-1");
        assertThat(refusal("findings", Map.of())).contains("say what to look at");
        assertThat(refusal("findings", Map.of("filters", Map.of("colour", "red")))).contains("colour");
    }

    @Test
    void comparisonsAreThoseOfThePage() throws Exception {
        var said = ask("compare", Map.of("a", tcp, "b", List.of(fabric), "limit", 5));
        var page = server.json("compare?a=" + tcp + "&b=" + fabric);
        assertThat(said.path("headline")).isEqualTo(page.path("headline"));
        assertThat(said.path("places")).hasSize(5);
        assertThat(said.path("placesLeftOut").asInt()).isEqualTo(page.path("places").size() - 5);
        for (int i = 0; i < 5; i++) {
            var place = said.path("places").path(i);
            var shown = page.path("places").path(i);
            assertThat(place.path("a").path("time")).isEqualTo(shown.path("a").path("time"));
            assertThat(place.path("b").path("n")).isEqualTo(shown.path("b").path("repetitions"));
            assertThat(place.path("verdict")).isEqualTo(shown.path("verdict"));
        }
        assertThat(said.path("units").path("time").asString()).isEqualTo("µs");
        assertAnswers(said.path("page").asString());
    }

    @Test
    void runsAreFoundAsOnTheirPageAndPeersAreThePointsOfExplore() throws Exception {
        var runs = ask("find_runs", Map.of("query", "all_reduce", "filters", Map.of("ranks", 8), "limit", 3));
        var listed = server.json("runs?q=all_reduce&ranks=8&size=3");
        assertThat(runs.path("total")).isEqualTo(listed.path("total"));
        assertThat(texts(runs.path("runs"), "id")).isNotEmpty().isEqualTo(texts(listed.path("items"), "id"));
        assertAnswers(runs.path("runs").path(0).path("page").asString());
        var peers = ask("peers", Map.of("operation", "all_reduce", "bytes", 1 << 20, "ranks", 8));
        var curves = server.json(
                "series?x=size&metric=busbw&combine=repetitions&operation=all_reduce&ranks=8&bytes=" + (1 << 20));
        var points = new ArrayList<Double>();
        curves.path("series")
                .forEach(curve -> curve.path("points").forEach(point -> points.add(point.path("y").asDouble())));
        var values = new ArrayList<Double>();
        peers.path("values").forEach(value -> values.add(value.path("value").asDouble()));
        assertThat(values).isNotEmpty().isSortedAccordingTo((a, b) -> Double.compare(b, a))
                .containsExactlyInAnyOrderElementsOf(points);
        assertThat(peers.path("metric").path("unit").asString()).isEqualTo("GB/s");
        assertThat(peers.path("values")).allSatisfy(value -> assertThat(value.path("n").asInt()).isPositive());
        assertThat(peers.path("warnings")).isEqualTo(curves.path("warnings"));
        assertAnswers(peers.path("page").asString());
    }

    @Test
    void figuresAreTheServersOwnPictures() throws Exception {
        var name = server.json("figures").path(0).path("name").asString();
        assertPicture(call("figure", Map.of("name", name)), "/api/v1/figures/" + name + ".png");
        assertPicture(call("figure", Map.of("view", "explore", "parameters", Map.of("run", tcp + "-1"))),
                "/api/v1/series.png?run=" + tcp + "-1");
        assertPicture(call("figure", Map.of("view", "compare", "parameters", Map.of("a", tcp, "b", fabric))),
                "/api/v1/compare.png?a=" + tcp + "&b=" + fabric);
        assertThat(refusal("figure", Map.of("name", "no-such"))).contains("no-such", name);
        assertThat(refusal("figure", Map.of())).contains("either name");
    }

    @Test
    void whoMayNotReadMayNotAskAndForeignPagesMayNotEither() throws Exception {
        var token = Files.writeString(folder.resolve("token"), "the-operators-own");
        try (var closed = ServerProcess.start(folder.resolve("closed"), "--no-bundled", "--closed", "--token-file",
                token.toString())) {
            assertThat(status(closed, Map.of())).isEqualTo(401);
            assertThat(status(closed, Map.of("Authorization", "Bearer wrong-token"))).isEqualTo(401);
            var sender = made(closed, "sender", "upload");
            assertThat(status(closed, Map.of("Authorization", "Bearer " + sender))).isEqualTo(403);
            var reader = Map.of("Authorization", "Bearer " + made(closed, "reader", "read"));
            assertThat(status(closed, reader)).isEqualTo(200);
            try (var asking = client(closed.root(), reader)) {
                asking.initialize();
                var runs = asking.callTool(CallToolRequest.builder("find_runs").arguments(Map.of()).build());
                assertThat(runs.isError()).isFalse();
            }
            var foreign = Map.of("Authorization", reader.get("Authorization"), "Origin", "https://evil.example.org");
            assertThat(status(closed, foreign)).isEqualTo(403);
            assertThat(firstLine(closed.root(), "evil.example.org")).contains(" 421");
            var log = JsonMapper.shared().readTree(closed.send(closed.request("/api/v1/audit-log")
                    .header("Authorization", "Bearer the-operators-own")).body());
            assertThat(texts(log.path("items"), "path")).isNotEmpty().doesNotContain("/mcp");
        }
    }

    /** A token protects writes; what is open to read is open to ask. */
    @Tag("nightly")
    @Test
    void whereReadingIsOpenAskingIs() throws Exception {
        var token = Files.writeString(folder.resolve("other-token"), "the-operators-own");
        try (var guarded = ServerProcess.start(folder.resolve("guarded"), "--no-bundled", "--token-file",
                token.toString())) {
            assertThat(status(guarded, Map.of())).isEqualTo(200);
        }
    }

    private static String uploaded(FleetLogs.Log log) throws Exception {
        return ServerProcess.json(server.upload(log.filename(), log.text())).path("id").asString();
    }

    private static McpSyncClient client(URI root, Map<String, String> headers) {
        var transport = HttpClientStreamableHttpTransport.builder(root.toString()).endpoint("/mcp")
                .addHttpRequestCustomizer((request, method, uri, body, context) -> headers.forEach(request::header))
                .build();
        return McpClient.sync(transport).requestTimeout(Duration.ofMinutes(2)).build();
    }

    private static CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    }

    /** Asks, and holds that the text says the same as the structured answer. */
    private static JsonNode ask(String tool, Map<String, Object> arguments) {
        var result = call(tool, arguments);
        var text = ((TextContent) result.content().getLast()).text();
        assertThat(result.isError()).as(text).isFalse();
        var said = JsonMapper.shared().readTree(text);
        assertThat(JsonMapper.shared().valueToTree(result.structuredContent()).toString())
                .isEqualTo(said.toString());
        return said;
    }

    private static String refusal(String tool, Map<String, Object> arguments) {
        var result = call(tool, arguments);
        assertThat(result.isError()).isTrue();
        return ((TextContent) result.content().getFirst()).text();
    }

    private static void assertPicture(CallToolResult result, String path) throws Exception {
        var picture = (ImageContent) result.content().getFirst();
        assertThat(picture.mimeType()).isEqualTo("image/png");
        var bytes = Base64.getDecoder().decode(picture.data());
        var drawn = ImageIO.read(new ByteArrayInputStream(bytes));
        var shown = ImageIO.read(server.root().resolve(path).toURL());
        assertThat(drawn.getWidth()).isEqualTo(shown.getWidth()).isGreaterThan(300);
        var said = JsonMapper.shared().readTree(((TextContent) result.content().getLast()).text());
        assertThat(said.path("title").asString()).isNotBlank();
        assertAnswers(said.path("page").asString());
    }

    private static void assertAnswers(String link) throws Exception {
        var uri = URI.create(link);
        assertThat(uri.getAuthority()).isEqualTo(server.root().getAuthority());
        // Built without its pages, the server says so of addresses that are pages.
        var answer = server.send(HttpRequest.newBuilder(uri));
        assertThat(answer.statusCode() == 200 || answer.body().contains("no dashboard")).as(link).isTrue();
    }

    private static List<String> texts(JsonNode items, String field) {
        var texts = new ArrayList<String>();
        items.forEach(item -> texts.add(item.path(field).asString()));
        return texts;
    }

    private static int position(JsonNode columns, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.path(i).asString().equals(name)) {
                return i;
            }
        }
        throw new AssertionError("no column " + name);
    }

    private static int status(ServerProcess of, Map<String, String> headers) throws Exception {
        var request = of.request("/mcp").header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream").POST(ofString(PING));
        headers.forEach(request::header);
        return of.send(request).statusCode();
    }

    /** A request that names another host, as one does whose name was made to lead here. */
    private static String firstLine(URI root, String host) throws Exception {
        try (var socket = new Socket(root.getHost(), root.getPort())) {
            socket.getOutputStream()
                    .write(("POST /mcp HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\n"
                            + "Content-Length: " + PING.length() + "\r\nConnection: close\r\n\r\n" + PING)
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().findFirst()
                    .orElse("");
        }
    }

    private static String made(ServerProcess of, String name, String scope) throws Exception {
        return ServerProcess.json(of.send(of.request("/api/v1/tokens")
                .header("Authorization", "Bearer the-operators-own").header("Content-Type", "application/json")
                .POST(ofString("{\"name\":\"" + name + "\",\"scopes\":[\"" + scope + "\"],\"expires\":null}"))))
                .path("token").asString();
    }
}
