package org.gpucomm.server.access;

import static java.net.http.HttpRequest.BodyPublishers.noBody;
import static java.net.http.HttpRequest.BodyPublishers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.StreamSupport;

import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

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
        assertThat(status(get("/api/v1/deeds", reader))).isEqualTo(403);
        assertThat(status(server.send(server.request("/api/v1/readings").header("Authorization", "Bearer " + sender)
                .POST(noBody())))).isEqualTo(403);
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
        try (var files = Files.walk(folder.resolve("data"))) {
            var secret = token.substring(token.lastIndexOf('_') + 1);
            for (var file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
                        .as(file.toString()).doesNotContain(secret);
            }
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
        assertThat(cookie).contains("HttpOnly", "SameSite=Lax");
        var session = server.send(server.request("/api/v1/session").header("Cookie", cookie.split(";")[0]));
        assertThat(ServerProcess.json(session).path("name").asString()).isEqualTo("operator");
        assertThat(ServerProcess.json(session).path("tokenRequired").asBoolean()).isFalse();
        var wrong = server.send(server.request("/sign-in").header("X-Forwarded-For", "192.0.2.7")
                .header("Content-Type", "application/x-www-form-urlencoded").POST(ofString("token=wrong")));
        assertThat(wrong.statusCode()).isEqualTo(401);
    }

    @Test
    void oneWhoGuessesIsNotHeardForAMinuteAndOthersAre() throws Exception {
        var guess = "Bearer not-the-token";
        for (int i = 0; i < WrongTokens.MOST_IN_A_MINUTE; i++) {
            assertThat(status(server.send(from("192.0.2.9").header("Authorization", guess)))).isEqualTo(401);
        }
        var refused = server.send(from("192.0.2.9").header("Authorization", "Bearer " + OPERATOR));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("60");
        // What a client puts before the address that the proxy adds makes it nobody else.
        assertThat(status(server.send(from("198.51.100.1, 192.0.2.9").header("Authorization", "Bearer " + OPERATOR))))
                .isEqualTo(429);
        assertThat(status(server.send(from("192.0.2.10").header("Authorization", "Bearer " + OPERATOR))))
                .isEqualTo(200);
    }

    @Test
    void whatWasChangedIsKeptWithItsDoer() throws Exception {
        var token = made("ada", "upload");
        var upload = ServerProcess.json(server.upload("deed.log", "deed", "Authorization", "Bearer " + token));
        var deeds = ServerProcess.json(get("/api/v1/deeds?q=" + upload.path("id").asString(), OPERATOR));
        assertThat(items(deeds)).singleElement().satisfies(deed -> {
            assertThat(deed.path("who").asString()).isEqualTo("ada");
            assertThat(deed.path("status").asInt()).isEqualTo(201);
            assertThat(deed.path("client").asString()).isEqualTo("127.0.0.1");
        });
        assertThat(items(ServerProcess.json(get("/api/v1/deeds?q=token%20ada", OPERATOR)))).singleElement()
                .satisfies(deed -> assertThat(deed.path("who").asString()).isEqualTo("operator"));
        assertThat(get("/api/v1/deeds", OPERATOR).body()).doesNotContain(token);
    }

    @Test
    void aUserWhomTheTrustedProxyNamesMayWhatWasSaid() throws Exception {
        assertThat(status(server.send(from("192.0.2.20").header("X-Forwarded-User", "grace")))).isEqualTo(200);
        assertThat(status(server.upload("a.log", "a", "X-Forwarded-User", "grace"))).isEqualTo(403);
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
        var page = server.send(server.request("/runs").header("Accept", "text/html")
                .header("Forwarded", "host=gpucomm.example.org;proto=https").header("X-Forwarded-Prefix", "/lab"));
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(status(server.send(server.request("/api/v1/runs").header("X-Forwarded-Host", "evil.example"))))
                .isEqualTo(421);
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

    private static java.util.List<JsonNode> items(JsonNode listing) {
        return StreamSupport.stream(listing.path("items").spliterator(), false).toList();
    }
}
