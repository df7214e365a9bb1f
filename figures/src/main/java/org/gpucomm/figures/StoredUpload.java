package org.gpucomm.figures;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

import org.apache.commons.io.function.IOBiConsumer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Upload on a gpucomm server, identified by the address of its page.
 *
 * @param server root address of the server
 */
public record StoredUpload(URI server, String id) {

    private static final Pattern PAGE = Pattern.compile("(https?://[^/]+)/uploads/([0-9a-f]{16})/?");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Returns the upload with this address; empty if the text is not such an address. */
    public static Optional<StoredUpload> at(String address) {
        var page = PAGE.matcher(address);
        return page.matches()
                ? Optional.of(new StoredUpload(URI.create(page.group(1)), page.group(2)))
                : Optional.empty();
    }

    /** Passes the bytes of the upload and its file name to {@code reader}. */
    void read(IOBiConsumer<InputStream, String> reader) throws IOException, InterruptedException {
        try (var http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            String filename;
            try (var about = get(http, "")) {
                filename = JsonMapper.shared().readTree(about).path("filename").asString();
            }
            try (var in = get(http, "/raw")) {
                reader.accept(in, filename);
            }
        }
    }

    private InputStream get(HttpClient http, String what) throws IOException, InterruptedException {
        var uri = server.resolve("/api/v1/uploads/" + id + what);
        try {
            var response = http.send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(),
                    BodyHandlers.ofInputStream());
            if (response.statusCode() != 200) {
                // The client waits for open bodies when it is closed.
                response.body().close();
                throw new IOException(uri + " answered " + response.statusCode());
            }
            return response.body();
        } catch (ConnectException e) {
            throw new IOException("no server answers at " + server + "; start one with: gpucomm serve", e);
        }
    }
}
