package org.gpucomm.server.access;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A closed server whose people sign in at a provider of identities, as a browser does it. */
@Tag("nightly")
class OidcTest {

    @TempDir
    static Path folder;
    private static RealProvider provider;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        int port = free();
        provider = new RealProvider("http://localhost:" + port + "/sign-in/oidc/back");
        var token = Files.writeString(folder.resolve("token"), "the-operators-own\n");
        var secret = Files.writeString(folder.resolve("secret"), RealProvider.SECRET + "\n");
        server = ServerProcess.start(folder.resolve("data"), "--no-bundled", "--port", String.valueOf(port), "--closed",
                "--token-file", token.toString(), "--oidc-issuer", provider.issuer(), "--oidc-client",
                RealProvider.CLIENT, "--oidc-secret-file", secret.toString(), "--oidc-group", "lab-admins=manage",
                "--oidc-group", "lab=read,upload");
    }

    @AfterAll
    static void stop() {
        server.close();
        provider.close();
    }

    @Test
    void whoSignsInMayDoWhatTheGroupsSayAndTheAuditLogHasTheName() throws Exception {
        var ben = new Browser();
        var first = ben.get(at("/"), "text/html");
        assertThat(first.statusCode()).isEqualTo(302);
        var page = ben.get(at("/sign-in"), "text/html").body();
        assertThat(page).contains("href=\"/sign-in/oidc\"").contains("Sign in at localhost");
        assertThat(ben.signIn("ben").headers().firstValue("Location")).contains("/");
        assertThat(ben.get(at("/api/v1/session"), "*/*").body()).contains("\"name\":\"ben@lab.example\"",
                "[\"read\",\"upload\"]");
        var sent = ben.send(HttpRequest.newBuilder(at("/api/v1/uploads?filename=a.log"))
                .POST(BodyPublishers.ofString("a")));
        assertThat(sent.statusCode()).isEqualTo(201);
        var upload = ServerProcess.json(sent).path("id").asString();
        assertThat(ben.send(HttpRequest.newBuilder(at("/api/v1/uploads/" + upload)).DELETE()).statusCode())
                .isEqualTo(403);

        var anna = new Browser();
        anna.signIn("anna");
        assertThat(anna.send(HttpRequest.newBuilder(at("/api/v1/uploads/" + upload)).DELETE()).statusCode())
                .isLessThan(300);
        var entries = ServerProcess.json(anna.get(at("/api/v1/audit-log"), "*/*")).path("items");
        assertThat(entries.get(0).path("who").asString()).isEqualTo("anna@lab.example");
        assertThat(entries.get(0).path("method").asString()).isEqualTo("DELETE");
        assertThat(entries.get(1).path("who").asString()).isEqualTo("ben@lab.example");
        assertThat(entries.get(1).path("subject").asString()).contains(upload);

        var kept = Map.copyOf(ben.cookies);
        var out = ben.send(HttpRequest.newBuilder(at("/sign-out")).POST(BodyPublishers.noBody()));
        assertThat(out.statusCode()).isEqualTo(303);
        assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("gpucomm_token=;", "Max-Age=0");
        assertThat(ben.cookies).isEmpty();
        ben.cookies.putAll(kept);
        assertThat(ben.get(at("/api/v1/runs"), "*/*").statusCode()).as("what others copied of it").isEqualTo(401);
        assertThat(anna.get(at("/api/v1/runs"), "*/*").statusCode()).as("who is signed in still").isEqualTo(200);
        ben.signIn("ben");

        var name = ServerProcess.json(anna.get(at("/api/v1/tokens"), "*/*")).valueStream()
                .filter(token -> token.path("revoked").isNull()).map(token -> token.path("name").asString())
                .filter(each -> each.startsWith("ben@lab.example "))
                .findFirst().orElseThrow();
        assertThat(anna.send(HttpRequest.newBuilder(at("/api/v1/tokens/" + name.replace(" ", "%20"))).DELETE())
                .statusCode()).isLessThan(300);
        assertThat(ben.get(at("/api/v1/runs"), "*/*").statusCode()).as("signed out by who manages").isEqualTo(401);
    }

    /** Providers call people {@code LAB/dora} too; no part of a path has a slash. */
    @Test
    void whoHasASlashInTheNameIsSignedOutByCommand() throws Exception {
        var dora = new Browser();
        dora.signIn("lab/dora");
        assertThat(dora.get(at("/api/v1/session"), "*/*").body()).contains("lab/dora@lab.example");
        var token = "the-operators-own";
        var name = ServerProcess.run("token", "list", "--server", server.root().toString(), "--token", token).output()
                .lines().filter(line -> line.startsWith("lab/dora")).map(line -> line.split(" +")[0] + " "
                        + line.split(" +")[1])
                .findFirst().orElseThrow();
        var ended = ServerProcess.run("token", "revoke", name, "--server", server.root().toString(), "--token", token);
        assertThat(ended.output()).contains(name + " is revoked");
        assertThat(dora.get(at("/api/v1/runs"), "*/*").statusCode()).isEqualTo(401);
    }

    @Test
    void whoIsInNoGroupOrComesBackWithTheAnswerToAnothersSignInGetsNothing() throws Exception {
        var carl = new Browser();
        assertThat(carl.signIn("carl").statusCode()).isEqualTo(403);
        assertThat(carl.get(at("/api/v1/runs"), "*/*").statusCode()).isEqualTo(401);

        var ben = new Browser();
        var answer = ben.answerOfProvider("ben");
        var thief = new Browser();
        assertThat(thief.get(answer, "text/html").statusCode()).as("begun nowhere").isEqualTo(401);
        thief.answerOfProvider("carl");
        assertThat(thief.get(answer, "text/html").statusCode()).as("another state").isEqualTo(401);
        assertThat(thief.get(at("/api/v1/runs"), "*/*").statusCode()).isEqualTo(401);
        var invented = URI.create(answer.toString().replaceAll("code=[^&]*", "code=invented"));
        assertThat(ben.get(invented, "text/html").statusCode()).as("a code of nobody").isEqualTo(401);
        assertThat(ben.get(answer, "text/html").statusCode()).isEqualTo(303);
        assertThat(ben.get(answer, "text/html").statusCode()).as("once only").isEqualTo(401);
    }

    @Test
    void aProviderThatDoesNotAnswerKeepsNobodyFromStartingOrUsingTokens() throws Exception {
        var token = Files.writeString(folder.resolve("token2"), "the-operators-own\n");
        var secret = Files.writeString(folder.resolve("secret2"), "s");
        try (var alone = ServerProcess.start(folder.resolve("alone"), "--no-bundled", "--token-file", token.toString(),
                "--oidc-issuer", "http://127.0.0.1:" + free(), "--oidc-client", "c", "--oidc-secret-file",
                secret.toString())) {
            assertThat(alone.get("/sign-in/oidc").statusCode()).isEqualTo(503);
            assertThat(alone.upload("a.log", "a", "Authorization", "Bearer the-operators-own").statusCode())
                    .isEqualTo(201);
        }
        var open = ServerProcess.run("serve", "--data-dir", folder.resolve("none").toString(), "--oidc-issuer",
                "http://127.0.0.1:9", "--oidc-client", "c", "--oidc-secret-file", secret.toString());
        assertThat(open.code()).isEqualTo(2);
        assertThat(open.output()).contains("--oidc-issuer needs a token");
    }

    /** Under the name for which cookies of both server and provider are stored. */
    private static URI at(String path) {
        return URI.create("http://localhost:" + server.root().getPort() + path);
    }

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Stores cookies, and follows redirects only on request. */
    private static final class Browser {

        private final HttpClient http = HttpClient.newHttpClient();
        private final Map<String, String> cookies = new HashMap<>();

        HttpResponse<String> get(URI address, String accept) throws Exception {
            return send(HttpRequest.newBuilder(address).header("Accept", accept));
        }

        HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
            if (!cookies.isEmpty()) {
                request.header("Cookie", cookies.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining("; ")));
            }
            var answer = http.send(request.build(), BodyHandlers.ofString());
            for (var cookie : answer.headers().allValues("Set-Cookie")) {
                assertThat(cookie).contains("HttpOnly", "SameSite=Lax");
                var pair = cookie.substring(0, cookie.indexOf(';')).split("=", 2);
                if (pair[1].isEmpty()) {
                    cookies.remove(pair[0]);
                } else {
                    cookies.put(pair[0], pair[1]);
                }
            }
            return answer;
        }

        HttpResponse<String> signIn(String person) throws Exception {
            return get(answerOfProvider(person), "text/html");
        }

        /** @return the address of the server to which the provider sends this browser back */
        URI answerOfProvider(String person) throws Exception {
            var begun = get(at("/sign-in/oidc"), "text/html");
            assertThat(begun.statusCode()).as(begun.body()).isEqualTo(303);
            var there = begun.headers().firstValue("Location").orElseThrow();
            assertThat(there).startsWith(provider.issuer()).contains("code_challenge=", "nonce=", "state=");
            var form = http.send(HttpRequest.newBuilder(URI.create(provider.issuer() + "/login"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("username=" + person + "&password=" + RealProvider.PASSWORD)).build(),
                    BodyHandlers.ofString());
            var session = form.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
            var signedIn = http.send(HttpRequest.newBuilder(URI.create(there)).header("Cookie", session)
                    .header("Accept", "text/html").build(), BodyHandlers.ofString());
            assertThat(signedIn.statusCode()).as(signedIn.body()).isEqualTo(302);
            var back = signedIn.headers().firstValue("Location").orElseThrow();
            assertThat(back).contains("code=");
            return URI.create(back);
        }
    }
}
