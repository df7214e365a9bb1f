package org.gpucomm.results.upload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.apache.commons.io.function.IOSupplier;
import org.gpucomm.results.format.Json;
import org.jspecify.annotations.Nullable;

/** Client that sends files to {@code /api/v1/uploads} of a gpucomm server (docs/api.md), compressed in transit. */
public final class UploadClient implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration POLL = Duration.ofMillis(200);
    /** Pauses between attempts, short because somebody may be waiting for the prompt. */
    private static final List<Duration> PAUSES = List.of(Duration.ofMillis(500), Duration.ofSeconds(1),
            Duration.ofSeconds(2));
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;

    private final URI server;
    private final @Nullable String token;
    private final @Nullable Duration patience;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    /**
     * @param server   root of the server, as {@link #server} reads it
     * @param token    token; null if the server needs none
     * @param patience longest time to wait for an answer; null to wait without limit
     */
    public UploadClient(URI server, @Nullable String token, @Nullable Duration patience) {
        this.server = ServerRequest.root(server);
        this.token = token;
        this.patience = patience;
    }

    /**
     * Reads the address of a server.
     *
     * @throws IllegalArgumentException if it is invalid; the message is a clause that says what to write
     */
    public static URI server(String text) {
        return address(text).orElseThrow(() -> {
            var meant = text.contains("://") ? Optional.empty() : address("http://" + text);
            return new IllegalArgumentException("must be a URL such as http://127.0.0.1:8080, was '" + text + "'"
                    + meant.map(url -> "; write " + url).orElse(""));
        });
    }

    private static Optional<URI> address(String text) {
        try {
            var uri = new URI(text.strip());
            return uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())
                    ? Optional.of(uri)
                    : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /**
     * Sends a file, with up to three retries if they may help.
     *
     * @param content opens the bytes of the file for each attempt
     */
    public UploadAnswer send(String name, IOSupplier<InputStream> content) throws InterruptedException {
        var answer = post(name, content);
        for (var pause : PAUSES) {
            if (!(answer instanceof UploadAnswer.Later later && later.passing())) {
                break;
            }
            Thread.sleep(pause);
            answer = post(name, content);
        }
        return answer;
    }

    /** Sends a file once. */
    public UploadAnswer post(String name, IOSupplier<InputStream> content) throws InterruptedException {
        return answer(() -> {
            var response = post(name, content, true);
            // Older servers only accept uncompressed files.
            return response.statusCode() == UNSUPPORTED_MEDIA_TYPE ? post(name, content, false) : response;
        });
    }

    /** Waits until the server has imported an upload, and returns the final answer. */
    public UploadAnswer await(UploadAnswer.Accepted upload) throws InterruptedException {
        UploadAnswer latest = upload;
        while (latest instanceof UploadAnswer.Accepted accepted && accepted.importing()) {
            Thread.sleep(POLL);
            latest = answer(() -> client.send(request("api/v1/uploads/" + accepted.id()).GET().build(),
                    BodyHandlers.ofString()));
        }
        return latest;
    }

    /** Returns the headline of an upload that is ready; empty if the server has none. */
    public Optional<String> headline(UploadAnswer.Accepted upload) throws InterruptedException {
        try {
            var response = client.send(request("api/v1/findings?upload=" + upload.id()).GET().build(),
                    BodyHandlers.ofString());
            return members(response.body()).get("headline") instanceof Map<?, ?> headline
                    ? Optional.ofNullable(text(headline, "sentence"))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // the upload is safe, and its page has the headline
        }
    }

    @Override
    public void close() {
        client.close();
    }

    private HttpResponse<String> post(String name, IOSupplier<InputStream> content, boolean gzip)
            throws IOException, InterruptedException {
        // An unreadable file is detected here, not within the client.
        try (var bytes = content.get()) {
            Objects.requireNonNull(bytes);
        }
        var request = request("api/v1/uploads?wait=0&filename=" + URLEncoder.encode(name, StandardCharsets.UTF_8))
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofInputStream(() -> opened(content, gzip)));
        if (gzip) {
            request.header("Content-Encoding", "gzip");
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static InputStream opened(IOSupplier<InputStream> content, boolean gzip) {
        try {
            return gzip ? GzipBytes.of(content.get()) : content.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        var request = ServerRequest.to(server, path, token).header("Accept", "application/json");
        return patience == null ? request : request.timeout(patience);
    }

    /** One exchange with the server. */
    private interface HttpCall {
        HttpResponse<String> run() throws IOException, InterruptedException;
    }

    private UploadAnswer answer(HttpCall exchange) throws InterruptedException {
        try {
            return answer(exchange.run());
        } catch (NoSuchFileException e) {
            return new UploadAnswer.Later("the file is gone: " + e.getMessage(), false, false);
        } catch (ConnectException e) {
            return isUnknownHost(e)
                    ? new UploadAnswer.Later("no host is known here by the name " + server.getHost(), false, true)
                    : new UploadAnswer.Later("no server answers at " + shown(), true, true);
        } catch (HttpTimeoutException e) {
            return new UploadAnswer.Later(shown() + " did not answer in time", true, true);
        } catch (IOException e) {
            return new UploadAnswer.Later("the connection to " + shown() + " failed: " + e.getMessage(), true, false);
        }
    }

    private static boolean isUnknownHost(ConnectException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return true;
            }
        }
        return false;
    }

    private UploadAnswer answer(HttpResponse<String> response) {
        int status = response.statusCode();
        if (status == 200 || status == 201) {
            return accepted(response);
        }
        if (status == 401 || status == 403) {
            return new UploadAnswer.Later("the server needs a token, or another one (" + status
                    + "); give it with --token or GPUCOMM_TOKEN", false, false);
        }
        var detail = text(members(response.body()), "detail");
        var reason = "the server answered " + status + (detail == null ? "" : ": " + detail);
        boolean passing = status >= 500 || status == 408 || status == 429;
        return passing ? new UploadAnswer.Later(reason, true, false) : new UploadAnswer.Refused(reason);
    }

    private UploadAnswer accepted(HttpResponse<String> response) {
        var members = members(response.body());
        var id = text(members, "id");
        var link = text(members, "url");
        if (id == null || link == null) {
            return new UploadAnswer.Later(
                    shown() + " is no gpucomm server: it answered with something else than an upload",
                    false, false);
        }
        var state = Objects.requireNonNullElse(text(members, "state"), "importing");
        return new UploadAnswer.Accepted(id, server.resolve(link).toString(), response.statusCode() == 200, state,
                text(members, state.equals("failed") ? "message" : "summary"));
    }

    private String shown() {
        return server.toString().replaceFirst("/$", "");
    }

    private static Map<?, ?> members(String body) {
        try {
            return Json.parseObject(body);
        } catch (IllegalArgumentException notJson) {
            return Map.of();
        }
    }

    private static @Nullable String text(Map<?, ?> members, String name) {
        return members.get(name) instanceof String text ? text : null;
    }
}
