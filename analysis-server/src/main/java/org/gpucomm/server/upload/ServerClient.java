package org.gpucomm.server.upload;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Speaks with a gpucomm server: sends a file, asks what became of it. */
final class ServerClient implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
    private final URI server;
    private final @Nullable String token;

    /**
     * @param server root of the server, {@code http://127.0.0.1:8080}
     * @param token  null where the server asks for none
     */
    ServerClient(URI server, @Nullable String token) {
        this.server = server.toString().endsWith("/") ? server : URI.create(server + "/");
        this.token = token;
    }

    /** Sends a file and returns the server's first answer. */
    Answer send(String filename, BodyPublisher body) throws IOException, InterruptedException, Unreachable, Refused {
        var uri = server
                .resolve("api/v1/uploads?wait=0&filename=" + URLEncoder.encode(filename, StandardCharsets.UTF_8));
        return answer(request(uri).header("Content-Type", "application/octet-stream").POST(body).build());
    }

    /** Waits until the import has ended. */
    Answer await(Answer upload) throws IOException, InterruptedException, Unreachable, Refused {
        var uri = server.resolve("api/v1/uploads/" + Objects.requireNonNull(upload.id(), "the server named no upload"));
        var latest = upload;
        while (latest.importing()) {
            Thread.sleep(POLL);
            latest = answer(request(uri).GET().build());
        }
        return latest;
    }

    URI permalink(Answer upload) {
        return server.resolve(Objects.requireNonNullElse(upload.url(), "/uploads/" + upload.id()));
    }

    @Override
    public void close() {
        http.close();
    }

    private HttpRequest.Builder request(URI uri) {
        var request = HttpRequest.newBuilder(uri).header("Accept", "application/json");
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private Answer answer(HttpRequest request) throws IOException, InterruptedException, Unreachable, Refused {
        HttpResponse<String> response;
        try {
            response = http.send(request, BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new Unreachable("no server answers at " + server + "; start one with: gpucomm serve");
        }
        if (response.statusCode() / 100 != 2) {
            throw new Refused(reason(response));
        }
        try {
            return JSON.readValue(response.body(), Answer.class);
        } catch (JacksonException e) {
            throw new Refused(server + " is no gpucomm server: it answered with something else than an upload");
        }
    }

    /** The detail of an RFC 9457 problem where there is one. */
    private static String reason(HttpResponse<String> response) {
        if (response.statusCode() == 401) {
            return "the server needs a token, or another one: give it with --token or GPUCOMM_TOKEN";
        }
        try {
            var detail = JSON.readTree(response.body()).path("detail");
            if (detail.isString()) {
                return detail.asString();
            }
        } catch (JacksonException notJson) {
            return "the server answered " + response.statusCode();
        }
        return "the server answered " + response.statusCode();
    }

    /** No server there. */
    static final class Unreachable extends Exception {

        private static final long serialVersionUID = 1L;

        Unreachable(String message) {
            super(message);
        }
    }

    /** The server is there and does not take the file. */
    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }
}
