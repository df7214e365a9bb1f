package org.gpucomm.server.access;

import static java.net.http.HttpRequest.BodyPublishers.noBody;
import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;

import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.gpucomm.server.store.LiveFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import com.sun.net.httpserver.HttpServer;

/** A server that is closed, behind a proxy on this machine that names its users. */
class AccessTest {

    private static final String OPERATOR = "the-operators-own";

    @TempDir
    static Path folder;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        var token = Files.writeString(folder.resolve("token"), OPERATOR + "\n");
        server = ServerProcess.start(folder.resolve("data"), "--token-file", token.toString(), "--closed",
                "--trusted-proxy", "127.0.0.1", "--proxy-user-header", "X-Forwarded-User", "--proxy-user-scopes",
                "read", "--public-url", "https://gpucomm.example.org/lab");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aTokenDoesWhatItsScopesSayAndNothingElse() throws Exception {
        var reader = made("reader", "read");
        var sender = made("sender", "upload");
        assertThat(status(get("/api/v1/runs", null))).isEqualTo(401);
        assertThat(status(get("/api/v1/runs", reader))).isEqualTo(200);
        assertThat(status(get("/actuator/prometheus", null))).isEqualTo(401);
        assertThat(status(get("/actuator/health", null))).isEqualTo(200);
        assertThat(status(server.upload("a.log", "a", "Authorization", "Bearer " + reader))).isEqualTo(403);
        assertThat(status(server.upload("a.log", "a", "Authorization", "Bearer " + sender))).isEqualTo(201);
        assertThat(status(get("/api/v1/runs", sender))).isEqualTo(403);
        assertThat(status(get("/api/v1/tokens", sender))).isEqualTo(403);
        assertThat(status(get("/api/v1/audit-log", reader))).isEqualTo(403);
        assertThat(status(server.send(server.request("/api/v1/readings").header("Authorization", "Bearer " + sender)
                .POST(noBody())))).isEqualTo(403);
    }

    /** Handlers are found by the decoded path without what stands behind a semicolon; so is what a request needs. */
    @Test
    void aPathThatIsWrittenOtherwiseNeedsTheSameScope() throws Exception {
        var reader = made("reads-odd-paths", "read");
        var sender = made("sends-odd-paths", "upload");
        for (var path : List.of("tokens", "audit-log", "backup", "alerts")) {
            var encoded = "%" + Integer.toHexString(path.charAt(0)) + path.substring(1);
            for (var odd : List.of("/api/v1/" + encoded, "/api/v1/" + path + ";a=b", "/api/v1;a=b/" + path,
                    "/%61pi/v1/" + path, "/api/%76%31/" + encoded + ";%61=b")) {
                assertThat(status(get(odd, reader))).as(odd).isEqualTo(403);
                assertThat(status(get(odd, null))).as(odd).isEqualTo(401);
            }
            for (var none : List.of("//api/v1/" + path, "/api/./v1/" + path, "/api/v1/x/../" + path,
                    "/sign-in/../api/v1/" + path, "/actuator/health/..;/../api/v1/" + path, "/api%2fv1/" + path)) {
                assertThat(raw("GET " + none, "127.0.0.1", "Authorization: Bearer " + reader)).as(none)
                        .doesNotStartWith("HTTP/1.1 200").doesNotContain("createdBy");
            }
        }
        assertThat(status(write("POST", "/api/v1/%74okens", sender,
                "{\"name\":\"more\",\"scopes\":[\"manage\"]}"))).isEqualTo(403);
        assertThat(status(write("POST", "/api/v1/%72eadings", sender, ""))).isEqualTo(403);
        assertThat(status(write("DELETE", "/api/v1/%75ploads/0123456789abcdef", sender, ""))).isEqualTo(403);
        for (var path : List.of("/actuator/%70rometheus", "/api/v1/%72uns", "/actuator/prometheus;/health")) {
            assertThat(status(get(path, null))).as(path).isEqualTo(401);
        }
    }

    /** Marks, baselines and the shelf of uploads need what an upload needs; to delete is for those who manage. */
    @Test
    void whatIsSaidOfRunsAndUploadsNeedsItsScope() throws Exception {
        var reader = made("only-reads", "read");
        var sender = made("only-sends", "upload");
        var log = FleetLogs.gh200OverTcp();
        var upload = "/api/v1/uploads/" + ServerProcess
                .json(server.upload(log.filename(), log.text(), "Authorization", "Bearer " + sender)).path("id")
                .asString();
        var run = upload.substring(upload.lastIndexOf('/') + 1) + "-1";
        var marks = "{\"tags\":[\"golden\"],\"note\":\"as delivered\"}";
        var runs = "{\"runs\":[\"" + run + "\"]}";

        assertThat(status(write("PUT", "/api/v1/runs/" + run + "/marks", reader, marks))).isEqualTo(403);
        assertThat(status(write("PUT", "/api/v1/baselines/golden", reader, runs))).isEqualTo(403);
        assertThat(status(write("PATCH", upload, reader, "{\"title\":\"TCP\",\"hidden\":true}"))).isEqualTo(403);
        assertThat(status(write("DELETE", upload, reader, ""))).isEqualTo(403);
        assertThat(ServerProcess.json(get("/api/v1/runs/" + run, reader)).path("tags")).isEmpty();

        assertThat(status(write("PUT", "/api/v1/runs/" + run + "/marks", sender, marks))).isEqualTo(200);
        assertThat(status(write("PUT", "/api/v1/baselines/golden", sender, runs))).isEqualTo(200);
        assertThat(status(write("PATCH", upload, sender, "{\"title\":\"TCP\",\"hidden\":false}"))).isEqualTo(200);
        assertThat(status(write("DELETE", "/api/v1/baselines/golden", sender, ""))).isEqualTo(403);
        assertThat(status(write("DELETE", upload, sender, ""))).isEqualTo(403);
        assertThat(ServerProcess.json(get("/api/v1/runs/" + run, reader)).path("tags").path(0).asString())
                .isEqualTo("golden");

        assertThat(status(write("DELETE", "/api/v1/baselines/golden", OPERATOR, ""))).isEqualTo(204);
        assertThat(status(write("DELETE", upload + "?now=true", OPERATOR, ""))).isEqualTo(204);
        assertThat(status(get(upload, reader))).isEqualTo(404);
    }

    /** An overlay is a question: anyone who reads may ask it, and the audit log has no entry of it. */
    @Test
    void anOverlayNeedsTheRightToReadAndIsNotInTheAuditLog() throws Exception {
        var path = "/api/v1/overlay?filename=a.log";
        var log = FleetLogs.gh200OverTcp().text();
        assertThat(status(overlay(path, made("looks", "read"), log))).isEqualTo(200);
        assertThat(status(overlay(path, made("only-uploads", "upload"), log))).isEqualTo(403);
        assertThat(status(overlay(path, "wrong", log))).isEqualTo(401);
        assertThat(get("/api/v1/audit-log?size=100", OPERATOR).body()).doesNotContain("/overlay", "\"looks\"");
    }

    private static HttpResponse<String> overlay(String path, String token, String log) throws Exception {
        return server.send(server.request(path).header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/octet-stream").POST(ofString(log)));
    }

    @Tag("nightly")
    @Test
    void aTokenEndsWhenItIsRevokedOrExpires() throws Exception {
        var revoked = made("leaver", "read");
        assertThat(status(get("/api/v1/runs", revoked))).isEqualTo(200);
        var ended = ServerProcess.run("token", "revoke", "leaver", "--server", server.root().toString(), "--token",
                OPERATOR);
        assertThat(ended.output()).contains("leaver is revoked");
        assertThat(status(get("/api/v1/runs", revoked))).isEqualTo(401);
        var soon = Instant.now().plusSeconds(2);
        var brief = ServerProcess.json(server.send(server.request("/api/v1/tokens")
                .header("Authorization", "Bearer " + OPERATOR).header("Content-Type", "application/json")
                .POST(ofString("{\"name\":\"brief\",\"scopes\":[\"read\"],\"expires\":\"" + soon + "\"}"))))
                .path("token").asString();
        while (Instant.now().isBefore(soon)) {
            Thread.sleep(100);
        }
        assertThat(status(get("/api/v1/runs", brief))).isEqualTo(401);
    }

    @Tag("nightly")
    @Test
    void theCommandMakesAndListsTokensAndOnlyTheHashIsKept() throws Exception {
        var made = ServerProcess.run("token", "create", "nightly", "--scope", "read,upload", "--expires", "90d",
                "--server", server.root().toString(), "--token", OPERATOR);
        assertThat(made.code()).as(made.output()).isZero();
        var token = made.output().strip();
        assertThat(token).matches("gpucomm_[0-9a-f]{12}_[\\w-]{43}");
        assertThat(status(get("/api/v1/runs", token))).isEqualTo(200);
        var listed = ServerProcess.run("token", "list", "--server", server.root().toString(), "--token", OPERATOR);
        assertThat(listed.output()).contains("nightly", "read,upload", "last used 20", "ends 20").doesNotContain(token);
        var again = ServerProcess.run("token", "create", "nightly", "--scope", "read", "--server",
                server.root().toString(), "--token", OPERATOR);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.output()).contains("409", "nightly");
        // A secret may hold "_" itself, so it is what stands behind the second one.
        var secret = token.split("_", 3)[2];
        assertThat(secret).hasSize(43);
        for (var file : LiveFiles.below(folder.resolve("data")).keySet()) {
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).as(file.toString()).doesNotContain(secret);
        }
    }

    @Tag("nightly")
    @Test
    void theCommandQuotesAnAnswerThatIsNotJson() throws Exception {
        var proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            var page = "<h1>Bad Gateway</h1>".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(502, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        proxy.start();
        try {
            var listed = ServerProcess.run("token", "list", "--server",
                    "http://127.0.0.1:" + proxy.getAddress().getPort());
            assertThat(listed.code()).isEqualTo(1);
            assertThat(listed.output()).contains("the server answered 502: <h1>Bad Gateway</h1>");
        } finally {
            proxy.stop(0);
        }
    }

    @Test
    void aBrowserSignsInOnceAndItsCookieIsOutOfReachOfScripts() throws Exception {
        var page = server.send(server.request("/runs").header("Accept", "text/html"));
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(page.headers().firstValue("Location").orElseThrow()).endsWith("/sign-in");
        var signed = server.send(server.request("/sign-in").header("Content-Type", "application/x-www-form-urlencoded")
                .POST(ofString("token=" + OPERATOR)));
        assertThat(signed.statusCode()).isEqualTo(303);
        var cookie = signed.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Lax", "Path=/;");
        var behindProxy = server.send(server.request("/sign-in").header("X-Forwarded-Proto", "https")
                .header("X-Forwarded-Host", "gpucomm.example.org").header("X-Forwarded-Prefix", "/lab")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(ofString("token=" + OPERATOR + "&next=http://evil.example&url=//evil.example")));
        assertThat(behindProxy.headers().firstValue("Set-Cookie").orElseThrow())
                .contains("HttpOnly", "SameSite=Lax", "Secure", "Path=/lab/;");
        assertThat(behindProxy.headers().firstValue("Location")).as("wherever somebody would send it")
                .hasValue("/lab/");
        var session = server.send(server.request("/api/v1/session").header("Cookie", cookie.split(";")[0]));
        assertThat(ServerProcess.json(session).path("name").asString()).isEqualTo("operator");
        assertThat(ServerProcess.json(session).path("tokenRequired").asBoolean()).isFalse();
        var wrong = server.send(server.request("/sign-in").header("X-Forwarded-For", "192.0.2.7")
                .header("Content-Type", "application/x-www-form-urlencoded").POST(ofString("token=wrong")));
        assertThat(wrong.statusCode()).isEqualTo(401);
    }

    @Test
    void oneWhoGuessesIsRefusedForAMinuteAndWhoHasARightTokenIsNot() throws Exception {
        var right = "Bearer " + OPERATOR;
        for (int i = 0; i < TokenAuthenticationConverter.MOST_WRONG; i++) {
            assertThat(status(guess("192.0.2.9"))).isEqualTo(401);
        }
        var refused = guess("192.0.2.9");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("60");
        // What a client puts before the address that the proxy adds makes it nobody else.
        assertThat(status(guess("198.51.100.1, 192.0.2.9"))).isEqualTo(429);
        // Some proxies add a line of their own.
        assertThat(status(server.send(from("198.51.100.1").header("X-Forwarded-For", "192.0.2.9")
                .header("Authorization", "Bearer not-the-token")))).isEqualTo(429);
        assertThat(status(guess("192.0.2.10"))).isEqualTo(401);
        assertThat(status(server.send(from("192.0.2.9").header("Authorization", right))))
                .as("others at the same address guessed").isEqualTo(200);
    }

    /** Anyone who has one address of IPv6 mostly has 2^64 of them; and each connection has a port of its own. */
    @Tag("nightly")
    @Test
    void oneWhoGuessesFromManyAddressesOfOneNetworkIsOneToo() throws Exception {
        for (var where : List.of("2001:db8:7:7::%x", "[2001:db8:7:8::%x]:5000", "192.0.2.77:5000%x")) {
            for (int i = 0; i < TokenAuthenticationConverter.MOST_WRONG; i++) {
                assertThat(status(guess(where.formatted(i)))).isEqualTo(401);
            }
            assertThat(status(guess(where.formatted(15)))).as(where).isEqualTo(429);
        }
        assertThat(status(guess("2001:db8:7:9::1"))).isEqualTo(401);
    }

    private static HttpResponse<String> guess(String client) throws Exception {
        return server.send(from(client).header("Authorization", "Bearer not-the-token"));
    }

    @Test
    void noTokenIsCalledAsTheOperator() throws Exception {
        for (var name : List.of("operator", "anyone")) {
            assertThat(status(write("POST", "/api/v1/tokens", OPERATOR,
                    "{\"name\":\"" + name + "\",\"scopes\":[\"read\"]}"))).isEqualTo(400);
        }
    }

    @Test
    void aClientIsWhomTheProxyNamesHoweverItNamesHim() throws Exception {
        assertThat(client("X-Forwarded-For", "198.51.100.1", "X-Forwarded-For", "192.0.2.30")).as("a line of its own")
                .isEqualTo("192.0.2.30");
        assertThat(client("X-Forwarded-For", "192.0.2.31:4711")).as("with its port").isEqualTo("192.0.2.31");
        assertThat(client("Forwarded", "for=198.51.100.1, for=192.0.2.32;proto=https;host=gpucomm.example.org"))
                .isEqualTo("192.0.2.32");
        assertThat(client("Forwarded", "proto=https;For=\"[2001:db8::1]:4711\"")).isEqualTo("2001:db8::1");
        assertThat(client("Forwarded", "for=198.51.100.1", "X-Forwarded-For", "192.0.2.33"))
                .as("what a proxy that says X-Forwarded-For passes on").isEqualTo("192.0.2.33");
    }

    /** @return the address that the audit log has of such a request */
    private static String client(String... headers) throws Exception {
        var request = server.request("/api/v1/uploads?wait=60&filename=client.log").headers(headers)
                .header("Authorization", "Bearer " + OPERATOR).POST(ofString(String.join(" ", headers)));
        var sent = server.send(request);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(201);
        var id = ServerProcess.json(sent).path("id").asString();
        return items(ServerProcess.json(get("/api/v1/audit-log?q=" + id, OPERATOR))).getFirst().path("client")
                .asString();
    }

    @Test
    void theAuditLogHasWhatWasChangedAndByWhom() throws Exception {
        var token = made("ada", "upload");
        var upload = ServerProcess.json(server.upload("ada.log", "ada", "Authorization", "Bearer " + token));
        var log = ServerProcess.json(get("/api/v1/audit-log?q=" + upload.path("id").asString(), OPERATOR));
        assertThat(items(log)).singleElement().satisfies(entry -> {
            assertThat(entry.path("who").asString()).isEqualTo("ada");
            assertThat(entry.path("status").asInt()).isEqualTo(201);
            assertThat(entry.path("client").asString()).isEqualTo("127.0.0.1");
        });
        assertThat(items(ServerProcess.json(get("/api/v1/audit-log?q=token%20ada", OPERATOR)))).singleElement()
                .satisfies(entry -> assertThat(entry.path("who").asString()).isEqualTo("operator"));
        assertThat(get("/api/v1/audit-log", OPERATOR).body()).doesNotContain(token);
    }

    @Test
    void theEarlierAddressOfTheAuditLogRedirects() throws Exception {
        var answer = get("/api/v1/deeds?q=ada", OPERATOR);
        assertThat(answer.statusCode()).isEqualTo(308);
        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/api/v1/audit-log?q=ada");
    }

    /** It is the path that rights are decided by, however it was written. */
    @Test
    void theAuditLogHasThePathThatWasMeantHoweverItWasWritten() throws Exception {
        made("written-otherwise", "read");
        assertThat(status(write("DELETE", "/api/v1/%74okens;a=b/written%2Dotherwise", OPERATOR, ""))).isEqualTo(204);
        assertThat(items(ServerProcess.json(get("/api/v1/audit-log?q=token%20written-otherwise", OPERATOR))).stream()
                .map(entry -> entry.path("method").asString() + " " + entry.path("path").asString()))
                .containsExactly("DELETE /api/v1/tokens/written-otherwise", "POST /api/v1/tokens");
    }

    @Test
    void theAuditLogHasAChangeWhateverTheThingIsCalled() throws Exception {
        for (var name : List.of("mcp", "sign-in", "sign-out")) {
            made(name, "read");
            assertThat(status(write("DELETE", "/api/v1/tokens/" + name, OPERATOR, ""))).isEqualTo(204);
            assertThat(items(ServerProcess.json(get("/api/v1/audit-log?q=token%20" + name, OPERATOR))))
                    .extracting(entry -> entry.path("method").asString()).containsExactly("DELETE", "POST");
        }
    }

    @Test
    void aUserWhomTheTrustedProxyNamesMayWhatWasSaid() throws Exception {
        assertThat(status(server.send(from("192.0.2.20").header("X-Forwarded-User", "grace")))).isEqualTo(200);
        assertThat(status(server.upload("a.log", "a", "X-Forwarded-User", "grace"))).isEqualTo(403);
        assertThat(status(server.send(from("192.0.2.21").header("X-Forwarded-User", "mallory")
                .header("X-Forwarded-User", "grace")))).as("one line may be the client's").isEqualTo(401);
    }

    @Test
    void nobodyIsCalledAsTheOperatorBySayingSo() throws Exception {
        var session = server.send(server.request("/api/v1/session").header("X-Forwarded-For", "192.0.2.30")
                .header("X-Forwarded-User", "operator"));
        assertThat(ServerProcess.json(session).path("name").asString()).isEqualTo("operator (as they say)");
    }

    /** Anyone who sits in the network between can answer as the page without TLS. */
    @Test
    void aPageWithoutTlsDoesNotWriteWhereThereIsTls() throws Exception {
        for (var scheme : List.of("http", "https")) {
            var upload = server.send(server.request("/api/v1/uploads?filename=" + scheme + ".log")
                    .header("Authorization", "Bearer " + OPERATOR).header("X-Forwarded-Host", "gpucomm.example.org")
                    .header("X-Forwarded-Proto", "https").header("Origin", scheme + "://gpucomm.example.org")
                    .POST(ofString(scheme)));
            assertThat(upload.statusCode()).as(scheme).isEqualTo(scheme.equals("http") ? 403 : 201);
        }
    }

    /** 127.0.0.2 is this machine as well, and no proxy that was named. */
    @Test
    void whatSomebodyElseSaysOfARequestIsNotBelieved() throws Exception {
        var runs = "GET /api/v1/runs?size=1";
        assertThat(raw(runs, "127.0.0.1", "X-Forwarded-User: grace")).startsWith("HTTP/1.1 200");
        assertThat(raw(runs, "127.0.0.2", "X-Forwarded-User: grace")).startsWith("HTTP/1.1 401");
        assertThat(raw(runs, "127.0.0.2", "X-Forwarded-User: grace\r\nX-Forwarded-For: 127.0.0.1"))
                .startsWith("HTTP/1.1 401");
        assertThat(raw(runs, "127.0.0.2", "Forwarded: for=127.0.0.1\r\nX-Forwarded-User: grace"))
                .startsWith("HTTP/1.1 401");
        assertThat(raw("GET /", "127.0.0.2",
                "Accept: text/html\r\nX-Forwarded-Prefix: /evil\r\nX-Forwarded-Host: gpucomm.example.org"))
                .startsWith("HTTP/1.1 302").contains("Location: /sign-in\r\n").doesNotContain("evil");
    }

    @Test
    void aTokenInAnAddressIsNone() throws Exception {
        for (var address : List.of("/sign-in?token=" + OPERATOR, "/sign-in?%74oken=" + OPERATOR)) {
            var signed = server.send(server.request(address)
                    .header("Content-Type", "application/x-www-form-urlencoded").POST(ofString("")));
            assertThat(signed.statusCode()).as(address).isEqualTo(400);
            assertThat(signed.headers().firstValue("Set-Cookie")).isEmpty();
        }
        for (var parameter : List.of("token", "access_token", "authorization", "gpucomm_token")) {
            assertThat(status(get("/api/v1/runs?" + parameter + "=" + OPERATOR, null))).isEqualTo(401);
        }
    }

    @Test
    void linksAndRedirectsKeepThePrefixOfTheProxy() throws Exception {
        var upload = server.send(server.request("/api/v1/uploads?wait=60&filename=prefixed.log")
                .header("Authorization", "Bearer " + OPERATOR).header("X-Forwarded-Host", "gpucomm.example.org")
                .header("X-Forwarded-Proto", "https").header("X-Forwarded-Prefix", "/lab")
                .header("Origin", "https://gpucomm.example.org").POST(ofString("prefixed")));
        assertThat(upload.statusCode()).as(upload.body()).isEqualTo(201);
        assertThat(ServerProcess.json(upload).path("url").asString())
                .startsWith("https://gpucomm.example.org/lab/uploads/");
        assertThat(upload.headers().firstValue("Location"))
                .hasValue(ServerProcess.json(upload).path("url").asString());
        var page = server.send(server.request("/runs").header("Accept", "text/html")
                .header("Forwarded", "host=gpucomm.example.org;proto=https").header("X-Forwarded-Prefix", "/lab"));
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(page.headers().firstValue("Location").orElseThrow()).endsWith("/lab/sign-in");
        var signedIn = server.send(server.request("/sign-in").header("X-Forwarded-Proto", "https")
                .header("X-Forwarded-Prefix", "/lab").header("Content-Type", "application/x-www-form-urlencoded")
                .POST(ofString("token=" + OPERATOR)));
        assertThat(signedIn.headers().firstValue("Location")).hasValue("/lab/");
        assertThat(signedIn.headers().firstValue("Set-Cookie").orElseThrow()).contains("Path=/lab/;", "Secure");
        assertThat(status(server.send(server.request("/api/v1/runs").header("X-Forwarded-Host", "evil.example"))))
                .isEqualTo(421);
    }

    /** A request as it is, from one of this machine's addresses. @return head and body of the answer */
    private static String raw(String line, String from, String headers) throws IOException {
        try (var socket = new Socket(InetAddress.getByName("127.0.0.1"), server.root().getPort(),
                InetAddress.getByName(from), 0)) {
            socket.getOutputStream().write((line + " HTTP/1.1\r\nHost: 127.0.0.1:" + server.root().getPort() + "\r\n"
                    + headers + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** It is a part of the pages and redirects of anyone who sends it through a proxy that lets it pass. */
    @Test
    void aPrefixIsAPathAndNoOtherHostOrMarkup() throws Exception {
        for (var odd : List.of("//evil.example", "/a//evil.example", "https://evil.example", "javascript:", "\\\\evil",
                "/..",
                "/\"><script>alert(1)</script>", "/lab, //evil.example")) {
            var page = server.send(server.request("/sign-in").header("X-Forwarded-Prefix", odd));
            assertThat(page.statusCode()).as(odd).isEqualTo(400);
            assertThat(page.body()).doesNotContain("evil", "<script>");
        }
        assertThat(server.send(server.request("/sign-in").header("X-Forwarded-Prefix", "/lab/x-1/")).body())
                .contains("action=\"/lab/x-1/sign-in\"");
    }

    private static String made(String name, String scope) throws Exception {
        var answer = server.send(server.request("/api/v1/tokens").header("Authorization", "Bearer " + OPERATOR)
                .header("Content-Type", "application/json")
                .POST(ofString("{\"name\":\"" + name + "\",\"scopes\":[\"" + scope + "\"]}")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return ServerProcess.json(answer).path("token").asString();
    }

    private static HttpResponse<String> write(String method, String path, String token, String body) throws Exception {
        return server.send(server.request(path).header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json").method(method, ofString(body)));
    }

    private static HttpResponse<String> get(String path, @org.jspecify.annotations.Nullable String token)
            throws Exception {
        var request = server.request(path);
        return server.send(token == null ? request : request.header("Authorization", "Bearer " + token));
    }

    private static java.net.http.HttpRequest.Builder from(String client) {
        return server.request("/api/v1/runs?size=1").header("X-Forwarded-For", client);
    }

    private static int status(HttpResponse<String> response) {
        return response.statusCode();
    }

    private static List<JsonNode> items(JsonNode listing) {
        return StreamSupport.stream(listing.path("items").spliterator(), false).toList();
    }
}
