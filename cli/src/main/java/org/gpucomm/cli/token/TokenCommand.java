package org.gpucomm.cli.token;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

import org.gpucomm.results.upload.ServerRequest;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Command that creates, lists and revokes tokens through the HTTP interface of a running server, which works with every database. */
@Command(name = "token", mixinStandardHelpOptions = true,
        description = "Makes, lists and revokes the tokens of a server.",
        footer = {"", "Exit code 0; 1 if the server refuses; 2 usage; 3 if no server answers."})
public final class TokenCommand extends TerminalCommand {

    private static final int REFUSED = 1;
    private static final int NO_SERVER = 3;
    private static final JsonMapper JSON = JsonMapper.shared();

    @Override
    public Integer call() {
        throw usage("say what to do: gpucomm token create, list or revoke");
    }

    /** Address of a server, and the token of the caller. */
    static final class Server {

        @Option(names = "--server", defaultValue = "http://127.0.0.1:8080", paramLabel = "URL",
                description = "Where the server is. Default: ${DEFAULT-VALUE}.")
        private String server = "";

        @Option(names = "--token", defaultValue = "${env:GPUCOMM_TOKEN}", paramLabel = "T",
                description = "A token that may manage, such as the one the server was started with. Default: GPUCOMM_TOKEN.")
        private @Nullable String token;
    }

    @Command(name = "create", mixinStandardHelpOptions = true,
            description = "Makes a token and prints it, this once: the server keeps only its hash.")
    int create(@Mixin Server server,
            @Parameters(paramLabel = "NAME",
                    description = "Whose it is: what is done with it is kept under this name.") String name,
            @Option(names = "--scope", split = ",", required = true, paramLabel = "S",
                    description = "What it may do: read, upload, manage; several joined by commas.") List<String> scopes,
            @Option(names = "--expires", paramLabel = "WHEN",
                    description = "90d, 12h, or a time such as 2027-01-31T00:00:00Z. Default: never.") @Nullable String expires)
            throws InterruptedException {
        var wanted = JSON.createObjectNode().put("name", name);
        scopes.forEach(wanted.putArray("scopes")::add);
        if (expires != null) {
            wanted.put("expires", expiry(expires).toString());
        }
        return told(server, request(server, "").header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(wanted.toString())),
                answer -> out().println(answer.path("token").asString()));
    }

    @Command(name = "list", mixinStandardHelpOptions = true,
            description = "Lists the tokens: name, scopes, when each was made, last used, ends or was revoked.")
    int list(@Mixin Server server) throws InterruptedException {
        return told(server, request(server, "").GET(), answer -> answer.forEach(token -> out().printf(Locale.ROOT,
                "%-24s %-20s made %s by %s, %s, %s%n", token.path("name").asString(), scopes(token),
                token.path("created").asString(), token.path("createdBy").asString(), used(token), end(token))));
    }

    @Command(name = "revoke", mixinStandardHelpOptions = true, description = "Revokes a token, at once.")
    int revoke(@Mixin Server server, @Parameters(paramLabel = "NAME", description = "As it was made.") String name)
            throws InterruptedException {
        var query = "?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        return told(server, request(server, query).DELETE(), answer -> out().println(name + " is revoked"));
    }

    private static String scopes(JsonNode token) {
        return String.join(",", token.path("scopes").valueStream().map(JsonNode::asString).toList());
    }

    private static String used(JsonNode token) {
        return token.path("lastUsed").isNull() ? "never used" : "last used " + token.path("lastUsed").asString();
    }

    private static String end(JsonNode token) {
        if (!token.path("revoked").isNull()) {
            return "revoked " + token.path("revoked").asString();
        }
        return token.path("expires").isNull() ? "never ends" : "ends " + token.path("expires").asString();
    }

    private Instant expiry(String text) {
        try {
            return text.matches("\\d{1,5}[dh]")
                    ? Instant.now().plus(Duration.parse(text.endsWith("d") ? "P" + text : "PT" + text))
                    : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw usage("--expires must be 90d, 12h or a time such as 2027-01-31T00:00:00Z, was '" + text + "'");
        }
    }

    private HttpRequest.Builder request(Server server, String path) {
        try {
            return ServerRequest.to(server.server, "api/v1/tokens" + path, server.token)
                    .timeout(Duration.ofSeconds(30));
        } catch (IllegalArgumentException e) {
            throw usage("--server " + e.getMessage());
        }
    }

    private int told(Server server, HttpRequest.Builder request, Consumer<JsonNode> print)
            throws InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() >= 400) {
                complain("the server answered " + response.statusCode() + ": "
                        + ServerRequest.detail(response.body()));
                return REFUSED;
            }
            print.accept(response.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(response.body()));
            out().flush();
            return 0;
        } catch (ConnectException e) {
            complain("no server answers at " + server.server + "; start one with: gpucomm serve");
            return NO_SERVER;
        } catch (IOException e) {
            complain("the connection to " + server.server + " failed: " + e.getMessage());
            return NO_SERVER;
        }
    }
}
