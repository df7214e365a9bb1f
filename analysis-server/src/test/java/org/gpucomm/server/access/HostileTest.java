package org.gpucomm.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.analysis.bundled.BundledFile;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody may send who means no good, or knows no better. */
class HostileTest {

    private static final String TOKEN = "hf_abcdefghijklmnopqrstu";
    private static final String KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

    @TempDir
    static Path folder;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.startLogging(folder.resolve("log"), folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Each address of the interface, as its own document has it. */
    @Tag("nightly")
    @Test
    void aParameterThatNobodyKnowsIsRefusedEverywhere() throws Exception {
        var asked = new ArrayList<String>();
        for (var path : ServerProcess.json(server.get("/api/docs")).path("paths").properties()) {
            for (var method : List.of("get", "delete")) {
                var operation = path.getValue().path(method);
                if (operation.isMissingNode()) {
                    continue;
                }
                var needed = operation.path("parameters").valueStream()
                        .filter(each -> each.path("in").asString().equals("query") && each.path("required").asBoolean())
                        .map(each -> each.path("name").asString() + "=x&").collect(Collectors.joining());
                var address = path.getKey().replace("{ending}", "csv").replace("{number}", "0").replaceAll("\\{\\w+}",
                        "1");
                var answer = server.send(server.request(address + "?" + needed + "nosuch=1")
                        .method(method.toUpperCase(Locale.ROOT), BodyPublishers.noBody()));
                assertThat(answer.statusCode()).as(method + " " + address).isEqualTo(400);
                assertThat(answer.body()).as(method + " " + address).contains("unknown parameter 'nosuch'");
                asked.add(address);
            }
        }
        assertThat(asked).hasSizeGreaterThan(40);
        assertThat(server.send(server.request("/api/v1/uploads?filename=a.log&nosuch=1")
                .POST(BodyPublishers.ofString("a"))).statusCode()).isEqualTo(400);
    }

    @Test
    void jsonThatIsLongerThanAnyBodyNeedsIsRefused() throws Exception {
        var tags = "{\"tags\":[" + "\"t\",".repeat(20_000) + "\"t\"]}";
        for (var body : List.of(BodyPublishers.ofString(tags),
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(tags.getBytes(StandardCharsets.UTF_8))))) {
            var answer = server.send(server.request("/api/v1/runs/0123456789abcdef-1/marks")
                    .header("Content-Type", "application/json").PUT(body));
            assertThat(answer.statusCode()).isEqualTo(413);
            assertThat(answer.body()).contains("64 KiB");
        }
        assertThat(server.send(server.request("/api/v1/runs/0123456789abcdef-1/marks?note=" + "x".repeat(17_000)))
                .statusCode()).isEqualTo(400);
    }

    /** Links with the ids of earlier builds are redirected; two slashes in front of one would name another host. */
    @Test
    void noLinkLeadsToAnotherHost() throws Exception {
        var earlier = BundledFile.all().stream().flatMap(file -> file.earlierIds().stream()).findFirst().orElseThrow();
        assertThat(server.get("/uploads/" + earlier).headers().firstValue("Location")).hasValueSatisfying(
                here -> assertThat(here).startsWith("/uploads/"));
        var elsewhere = URI.create(server.root() + "/elsewhere.example/uploads/" + earlier);
        assertThat(elsewhere.getRawPath()).startsWith("//");
        var answer = server.send(HttpRequest.newBuilder(elsewhere));
        assertThat(answer.headers().firstValue("Location")).isEmpty();
    }

    /** What stands behind it on the connection is no request, and who sends many such bodies fills no log. */
    @Test
    void aBodyThatIsNoneIsRefusedOnceAndWritesNoTrace() throws Exception {
        for (var body : List.of("ZZ\r\nhello\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\nhello", "-1\r\nhello\r\n0\r\n\r\n",
                "5;" + "a".repeat(20_000) + "\r\nhello\r\n0\r\n\r\n")) {
            try (var socket = new Socket("127.0.0.1", server.root().getPort())) {
                socket.setSoTimeout(10_000);
                socket.getOutputStream().write(("POST /api/v1/uploads?filename=a.log HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n" + body
                        + "GET /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").getBytes(StandardCharsets.UTF_8));
                var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("tokenRequired");
            }
        }
        assertThat(Files.readString(folder.resolve("log"))).doesNotContain("BadRequestException");
    }

    @Test
    void aSecretIsNowhereToBeSeen() throws Exception {
        var csv = String.join(",", Column.headers()) + "\n" + row("nccl-tests", "HF_TOKEN=" + TOKEN
                + ";AWS_SECRET_ACCESS_KEY=" + KEY + ";channels=8;cmd=run --token " + KEY, "API_KEY=" + KEY)
                + "export HF_TOKEN=" + TOKEN + "\n" + "a.log,1,nccl-tests,,nccl,," + TOKEN + "\n";
        var upload = ServerProcess.json(server.upload("settings-" + TOKEN + ".csv", csv));
        var id = upload.path("id").asString();
        assertThat(upload.path("rows").asInt()).isEqualTo(1);
        assertThat(upload.path("filename").asString()).isEqualTo("settings-" + "*".repeat(TOKEN.length()) + ".csv");
        for (var part : List.of(TOKEN, TOKEN.substring(0, 5), "=" + KEY.charAt(0), KEY.substring(0, 4), "[hidden]")) {
            assertThat(
                    server.json("uploads/" + id + "/lines/found?q=" + URLEncoder.encode(part, StandardCharsets.UTF_8))
                            .path("total").asInt())
                    .as("letter by letter it would be learnt").isZero();
        }
        assertThat(server.json("uploads/" + id + "/lines/found?q=channels").path("total").asInt()).isEqualTo(1);
        var log = "+ export HF_TOKEN=" + TOKEN + "\n+ env AWS_SECRET_ACCESS_KEY=" + KEY
                + " FI_PROVIDER=" + TOKEN + " ./all_reduce_perf -b 8\n# nothing else\n";
        var other = ServerProcess.json(server.upload("all_reduce.log", log)).path("id").asString();
        for (var path : List.of("uploads/" + id, "uploads/" + id + "/raw", "uploads/" + id + "/lines",
                "uploads/" + id + "/problems", "runs/" + id + "-1", "runs/" + id + "-1.csv", "runs/" + id + "-1/points",
                "series?x=size&metric=time&run=" + id + "-1", "series.csv?x=size&metric=time&run=" + id + "-1",
                "findings?run=" + id + "-1", "facets?run=" + id + "-1", "runs?upload=" + id, "uploads/" + other,
                "uploads/" + other + "/raw", "uploads/" + other + "/lines", "uploads/" + other + "/problems")) {
            var answer = server.get("/api/v1/" + path);
            assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(200);
            assertThat(answer.body()).as(path).doesNotContain(TOKEN).doesNotContain(KEY);
        }
        assertThat(server.get("/api/v1/runs/" + id + "-1.csv").body()).contains("HF_TOKEN=[hidden]", "channels=8");
        assertThat(server.get("/api/v1/uploads/" + id + "/raw").body()).hasSameSizeAs(csv).contains("nccl-tests");
    }

    @Test
    void aSecretIsNotShownOfARunUnderWayEither() throws Exception {
        var live = "/api/v1/live/" + "0a".repeat(16);
        assertThat(write("PUT", live, "{\"name\":\"run --token " + KEY + "\",\"state\":\"running\",\"from\":0,"
                + "\"rows\":\"\",\"progress\":{\"doing\":\"HF_TOKEN=" + TOKEN
                + " ./a\",\"done\":1,\"of\":2,\"unit\":\"steps\"}}").statusCode()).isEqualTo(200);
        for (var path : List.of(live, "/api/v1/live")) {
            assertThat(server.send(server.request(path).header("Accept", "application/json")).body()).as(path)
                    .contains("run --token *", "HF_TOKEN=*").doesNotContain(TOKEN).doesNotContain(KEY);
        }
    }

    @Test
    void aFormulaIsNoneInAnyCsvAndItsRunIsReadBackAsItWas() throws Exception {
        var csv = String.join(",", Column.headers()) + "\n" + row("=cmd|'/C calc'!A0", "@a=1;+b=2", "");
        var upload = ServerProcess.json(server.upload("formula.csv", csv));
        var run = upload.path("id").asString() + "-1";
        var given = server.get("/api/v1/runs/" + run + ".csv").body();
        assertThat(given).contains(",'=cmd|'/C calc'!A0,", ",'@a=1;'+b=2").doesNotContain(",=cmd");
        var points = server.get("/api/v1/series.csv?x=size&metric=time&run=" + run).body();
        assertThat(points).contains("'=cmd").doesNotContain(",=cmd").doesNotContain("\n=cmd");
        var again = ServerProcess.json(server.upload("again.csv", given));
        var same = server.json("runs/" + again.path("id").asString() + "-1");
        assertThat(same.path("tool").asString()).isEqualTo("=cmd|'/C calc'!A0");
    }

    @Test
    void parametersThatNoTextCanHaveAreRefused() throws Exception {
        for (var path : List.of("runs?q=%00", "uploads?q=a%00b", "findings?run=%00", "history?tool=%00",
                "runs?" + "tool=x&".repeat(1001))) {
            var answer = server.get("/api/v1/" + path);
            assertThat(answer.statusCode()).as(path).isEqualTo(400);
            assertThat(ServerProcess.json(answer).path("detail").asString()).isNotBlank();
        }
        assertThat(server.get("/api/v1/runs?" + "tool=x&".repeat(900)).statusCode()).isEqualTo(200);
    }

    @Test
    void textsThatNoDatabaseTakesAreRefused() throws Exception {
        var run = ServerProcess.json(server.upload("marked.csv",
                String.join(",", Column.headers()) + "\n" + row("nccl-tests", "", ""))).path("id").asString();
        for (var json : List.of("{\"note\":\"a\\u0000b\"}", "{\"tags\":[\"a\\u0000b\"]}")) {
            assertThat(write("PUT", "/api/v1/runs/" + run + "-1/marks", json).statusCode()).as(json).isEqualTo(400);
        }
        assertThat(write("PATCH", "/api/v1/uploads/" + run, "{\"title\":\"a\\u0000b\"}").statusCode())
                .isEqualTo(400);
        assertThat(write("PUT", "/api/v1/runs/" + run + "-1/marks", "{\"note\":\"a\\nb\"}").statusCode())
                .isEqualTo(200);
        var agent = server.send(server.request("/mcp").header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream").POST(BodyPublishers.ofString("""
                        {"jsonrpc":"2.0","id":1,"method":"tools/call",
                         "params":{"name":"find_runs","arguments":{"query":"a\\u0000b"}}}""")));
        assertThat(agent.body()).contains("\"isError\":true", "the character NUL");
    }

    private static HttpResponse<String> write(String method, String path, String json) throws Exception {
        return server.send(server.request(path).header("Content-Type", "application/json").method(method,
                BodyPublishers.ofString(json)));
    }

    /** As a form, an image, a script or a page of another site sends it, without asking first, and as one that asked would. */
    @Test
    void noPageOfAnotherSiteWrites() throws Exception {
        var own = server.root().toString().replaceFirst("/$", "");
        var foreign = List.of(List.of("Origin", "null"), List.of("Origin", "http://evil.example"),
                List.of("Origin", "http://127.0.0.1"), List.of("Origin", own + ".evil.example"),
                List.of("Origin", own.replace("//", "//evil@")), List.of("Origin", "file://"), List.of("Origin", ""),
                List.of("Sec-Fetch-Site", "cross-site"), List.of("Sec-Fetch-Site", "same-site"),
                List.of("Origin", own, "Sec-Fetch-Site", "cross-site"));
        var before = server.json("uploads?q=csrf").path("total").asInt();
        for (var headers : foreign) {
            for (var type : List.of("text/plain", "application/x-www-form-urlencoded",
                    "multipart/form-data; boundary=x", "application/json", "")) {
                var request = server.request("/api/v1/uploads?filename=csrf.log")
                        .headers(headers.toArray(String[]::new)).POST(BodyPublishers.ofString("csrf"));
                assertThat(server.send(type.isEmpty() ? request : request.header("Content-Type", type)).statusCode())
                        .as(headers + " " + type).isEqualTo(403);
            }
            for (var each : List.of("PUT /api/v1/baselines/x", "PATCH /api/v1/uploads/0123456789abcdef",
                    "DELETE /api/v1/uploads/0123456789abcdef", "POST /api/v1/readings", "POST /mcp", "POST /sign-in",
                    "PUT /api/v1/alerts", "POST /api/v1/hardware", "POST /api/v1/overlay?filename=a",
                    "PUT /api/v1/live/0123456789abcdef0123456789abcdef")) {
                var line = each.split(" ");
                assertThat(server.send(server.request(line[1]).headers(headers.toArray(String[]::new)).method(line[0],
                        BodyPublishers.ofString("{}"))).statusCode()).as(headers + " " + each).isEqualTo(403);
            }
        }
        assertThat(server.json("uploads?q=csrf").path("total").asInt()).isEqualTo(before);
    }

    @Test
    void noAnswerRunsOrFramesWhatWasSent() throws Exception {
        var id = ServerProcess.json(server.upload("page.html", "<html><script>alert(1)</script></html>")).path("id")
                .asString();
        for (var path : List.of("/", "/runs", "/nothing", "/sign-in", "/api/v1/runs", "/api/v1/runs?page=x",
                "/api/v1/uploads/" + id + "/raw", "/api/v1/uploads/" + id + "/lines", "/actuator/health")) {
            var answer = server.send(server.request(path).header("Accept", "*/*"));
            var policy = answer.headers().firstValue("Content-Security-Policy").orElse("");
            assertThat(policy).as(path).contains("default-src 'self'", "object-src 'none'", "base-uri 'none'",
                    "form-action 'self'", "frame-ancestors 'none'").doesNotContain("script-src", "unsafe-eval", "*");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).as(path).hasValue("nosniff");
        }
        var raw = server.get("/api/v1/uploads/" + id + "/raw").headers();
        assertThat(raw.firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(raw.firstValue("Content-Disposition").orElseThrow()).startsWith("attachment");
    }

    @Tag("nightly")
    @Test
    void markupThatWasSentIsTextWhereverItIsShown() throws Exception {
        var markup = "<script>alert(1)</script>\"\"><img src=x onerror=alert(1)>";
        var quoted = '"' + markup + '"';
        var rows = IntStream.of(1024, 2048, 4096)
                .mapToObj(bytes -> String.join(",", quoted, "1", quoted, quoted, quoted,
                        quoted, "all_reduce", quoted, quoted, quoted, "1", "8", quoted, "" + bytes, "float", "sum", "",
                        "out_of_place", "20", "10.5", "", "", "", "", "1.25", "2.19", "0", "", "", "", "", quoted, "")
                        + "\n")
                .collect(Collectors.joining());
        var upload = ServerProcess
                .json(server.upload(markup + ".csv", String.join(",", Column.headers()) + "\n" + rows));
        assertThat(upload.path("rows").asInt()).isEqualTo(3);
        var id = upload.path("id").asString();
        var json = "\"" + markup.replace("\"", "\\\"") + "\"";
        assertThat(write("PATCH", "/api/v1/uploads/" + id, "{\"title\":" + json + "}").statusCode()).isEqualTo(200);
        assertThat(write("PUT", "/api/v1/runs/" + id + "-1/marks", "{\"note\":" + json + ",\"tags\":[\"<b>x\"]}")
                .statusCode()).isEqualTo(200);
        var asked = URLEncoder.encode(markup, StandardCharsets.UTF_8);
        for (var path : List.of("/uploads/" + id, "/runs/" + id + "-1", "/explore?operation=all_reduce&tool=" + asked,
                "/scaling?gpu=" + asked, "/history?id=" + asked, "/nothing/" + asked.replace("+", "%20"),
                "/api/v1/series.svg?x=size&metric=busbw&run=" + id + "-1", "/api/v1/runs?q=" + asked,
                "/api/v1/series?x=" + asked, "/api/v1/runs/" + id + "-1")) {
            var answer = server.send(server.request(path).header("Accept", "text/html, */*"));
            if (!answer.headers().firstValue("Content-Type").orElseThrow().contains("json")) {
                assertThat(answer.body()).as(path).doesNotContain("<script>alert", "<img src=x");
            }
        }
    }

    /** Each has sent the head of a request and a little of its body, and sends no more. */
    @Tag("nightly")
    @Test
    void twoHundredSlowUploadsDoNotStopReaders() throws Exception {
        var sockets = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 200; i++) {
                var socket = new Socket("127.0.0.1", server.root().getPort());
                sockets.add(socket);
                socket.getOutputStream().write(("POST /api/v1/uploads?filename=slow.log HTTP/1.1\r\nHost: 127.0.0.1:"
                        + server.root().getPort() + "\r\nContent-Length: 1000000\r\n\r\nslow")
                        .getBytes(StandardCharsets.US_ASCII));
            }
            IntStream.range(0, 20).forEach(i -> {
                try {
                    assertThat(server.get("/api/v1/runs?size=1").statusCode()).isEqualTo(200);
                    assertThat(server.upload("quick" + i + ".log", "quick " + i).statusCode()).isEqualTo(201);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        } finally {
            for (var socket : sockets) {
                socket.close();
            }
        }
    }

    private static String row(String tool, String settings, String metrics) {
        return "a.log,1," + tool
                + ",,nccl,,all_reduce,,,,1,8,,1024,float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,"
                + settings + "," + metrics + "\n";
    }

    @Test
    void whatAClientLeavesHalfSentIsNotKept() throws Exception {
        try (var socket = new Socket("127.0.0.1", server.root().getPort())) {
            socket.getOutputStream().write(("POST /api/v1/uploads?filename=cut.log HTTP/1.1\r\nHost: 127.0.0.1:"
                    + server.root().getPort() + "\r\nContent-Length: 1000000\r\n\r\nhalf")
                    .getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(server.send(server.request("/api/v1/uploads?wait=60&filename=whole.log")
                .POST(BodyPublishers.ofString("whole"))).statusCode()).isEqualTo(201);
        assertThat(server.json("uploads?q=cut.log").path("total").asInt()).isZero();
    }
}
