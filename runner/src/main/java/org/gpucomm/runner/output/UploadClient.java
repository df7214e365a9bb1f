package org.gpucomm.runner.output;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

import org.gpucomm.results.format.Json;
import org.jspecify.annotations.Nullable;

/** Posts files to {@code /api/v1/uploads} of a gpucomm server (docs/api.md). */
final class UploadClient implements AutoCloseable {

    /** Short, because a benchmark's other processes wait meanwhile. */
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final URI server;
    private final @Nullable String token;
    private @Nullable HttpClient client;

    UploadClient(URI server, @Nullable String token) {
        this.server = server;
        this.token = token;
    }

    /** The outcome of one attempt. */
    sealed interface Answer {

        /**
         * The server has it.
         *
         * @param permalink page of the upload
         * @param known     whether it had these bytes before
         */
        record Accepted(String permalink, boolean known) implements Answer {}

        /**
         * Not now.
         *
         * @param passing whether it may be otherwise in a moment: the server is away or busy, and does not want another token
         */
        record Later(String reason, boolean passing) implements Answer {}

        /** Never: the server does not want these bytes. */
        record Refused(String reason) implements Answer {}
    }

    Answer post(Path file, String name) throws InterruptedException {
        var base = server.toString().replaceFirst("/+$", "");
        try {
            var request = HttpRequest
                    .newBuilder(URI.create(base + "/api/v1/uploads?filename="
                            + URLEncoder.encode(name, StandardCharsets.UTF_8)))
                    .timeout(ANSWER).header("Content-Type", "application/octet-stream")
                    .POST(BodyPublishers.ofFile(file));
            if (token != null) {
                request.header("Authorization", "Bearer " + token);
            }
            return answer(base, client().send(request.build(), BodyHandlers.ofString()));
        } catch (FileNotFoundException e) {
            return new Answer.Later("another run has sent it meanwhile", false);
        } catch (ConnectException e) {
            return new Answer.Later("no server answers at " + server, true);
        } catch (HttpTimeoutException e) {
            return new Answer.Later(server + " did not answer in time", true);
        } catch (IOException e) {
            return new Answer.Later("the connection to " + server + " failed: " + e.getMessage(), true);
        }
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
    }

    private static Answer answer(String base, HttpResponse<String> response) {
        int status = response.statusCode();
        if (status == 200 || status == 201) {
            return accepted(base, response);
        }
        if (status == 401 || status == 403) {
            return new Answer.Later("the server wants a token (" + status
                    + "); give the right one by --token, --token-file or GPUCOMM_TOKEN", false);
        }
        var detail = "the server answered " + status + detail(response.body());
        boolean passing = status >= 500 || status == 408 || status == 429;
        return passing ? new Answer.Later(detail, true) : new Answer.Refused(detail);
    }

    private static Answer accepted(String base, HttpResponse<String> response) {
        var link = member(response.body(), "url");
        if (link == null) {
            return new Answer.Later(base + " is no gpucomm server: its answer has no url", false);
        }
        return new Answer.Accepted(URI.create(base + "/").resolve(link).toString(), response.statusCode() == 200);
    }

    private static String detail(String body) {
        var detail = member(body, "detail");
        return detail == null ? "" : ": " + detail;
    }

    private static @Nullable String member(String body, String name) {
        try {
            return Json.parseObject(body).get(name) instanceof String text ? text : null;
        } catch (IllegalArgumentException notJson) {
            return null;
        }
    }

    private HttpClient client() {
        var made = client;
        if (made == null) {
            made = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
            client = made;
        }
        return made;
    }
}
