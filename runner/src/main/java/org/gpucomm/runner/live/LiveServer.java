package org.gpucomm.runner.live;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.format.Json;
import org.gpucomm.results.upload.ServerRequest;
import org.jspecify.annotations.Nullable;

/** Client of a server's live view of one run (docs/api.md). */
final class LiveServer implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration ANSWER = Duration.ofSeconds(3);

    private final URI server;
    private final @Nullable String token;
    private final String id;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    /** @param id id of the run, 32 hexadecimal digits */
    LiveServer(URI server, @Nullable String token, String id) {
        this.server = server;
        this.token = token;
        this.id = id;
    }

    /** Error of a server that does not accept live views, because it is too old or requires another token. */
    static final class ServerRefusedException extends IOException {

        private static final long serialVersionUID = 1L;

        ServerRefusedException(int status) {
            super("the server answered " + status);
        }
    }

    /** Returns the URL of the page that shows the run. */
    String page() {
        return server.toString().replaceFirst("(?<!/)/*$", "") + "/live/" + id;
    }

    /**
     * Sends measurements and progress.
     *
     * @param from   number of measurements before these
     * @param upload id of the upload with the results; null if not uploaded yet
     * @return number of measurements on the server
     */
    int put(String name, String state, int from, List<String> rows, @Nullable RunProgress progress,
            @Nullable String upload) throws IOException, InterruptedException {
        var json = new StringBuilder("{\"name\":");
        Json.quote(json, name);
        json.append(",\"state\":\"").append(state).append("\",\"from\":").append(from).append(",\"rows\":");
        Json.quote(json, String.join("", rows));
        json.append(",\"progress\":");
        if (progress == null) {
            json.append("null");
        } else {
            progress.writeTo(json);
        }
        json.append(",\"upload\":").append(upload == null ? "null" : '"' + upload + '"').append('}');
        var request = ServerRequest.to(server.toString(), "api/v1/live/" + id, token).timeout(ANSWER)
                .header("Content-Type", "application/json").header("Accept", "application/json")
                .PUT(BodyPublishers.ofString(json.toString())).build();
        var response = client.send(request, BodyHandlers.ofString());
        int status = response.statusCode();
        if (status >= 400 && status < 500 && status != 408 && status != 429) {
            throw new ServerRefusedException(status);
        }
        return have(status, response.body());
    }

    private static int have(int status, String body) throws IOException {
        try {
            if (status == 200 && Json.parseObject(body) instanceof Map<?, ?> answer
                    && answer.get("rows") instanceof Decimal rows) {
                return (int) rows.doubleValue();
            }
        } catch (IllegalArgumentException notJson) {
            // Handled below like any other invalid answer.
        }
        throw new IOException("the server answered " + status);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
