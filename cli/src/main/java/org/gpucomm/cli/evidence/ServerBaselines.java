package org.gpucomm.cli.evidence;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.results.upload.ServerRequest;
import org.gpucomm.results.format.UnreadableFile;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Baselines on a server, for commands that accept {@code baseline:NAME} in place of a file. */
public final class ServerBaselines {

    private static final String PREFIX = "baseline:";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Option(names = "--server", paramLabel = "URL",
            description = "The server that keeps baseline:NAME: http://127.0.0.1:8080")
    private @Nullable String server;

    @Option(names = "--token", defaultValue = "${env:GPUCOMM_TOKEN}", paramLabel = "T",
            description = "That server's token, where reading needs one. Default: GPUCOMM_TOKEN.")
    private @Nullable String token;

    /** Returns whether the text names a baseline instead of a file. */
    public static boolean isNamed(String text) {
        return text.startsWith(PREFIX);
    }

    /**
     * Returns the rows of a baseline on the server.
     *
     * @param name name with the prefix {@code baseline:}
     * @throws IOException if the server does not answer or has no such baseline, with a message for the user
     */
    public EvidenceFiles read(String name) throws IOException {
        var rows = new EvidenceFiles();
        try (var in = open(name)) {
            rows.add(in, name.substring(PREFIX.length()) + ".csv", name);
            return rows;
        } catch (UnreadableFile e) {
            throw new IOException(name + " has no results: " + e.getMessage(), e);
        }
    }

    private InputStream open(String name) throws IOException {
        if (server == null) {
            throw new IOException(name + " is kept by a server: say which with --server URL");
        }
        var request = request(server, "api/v1/baselines/"
                + URLEncoder.encode(name.substring(PREFIX.length()), StandardCharsets.UTF_8) + ".csv");
        try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            var answer = client.send(request, BodyHandlers.ofByteArray());
            return switch (answer.statusCode()) {
                case 200 -> new ByteArrayInputStream(answer.body());
                case 404 -> throw new IOException(server + " has no " + name + " with runs that are shown");
                case 401, 403 -> throw new IOException(server + " needs a token, or another one; give it with --token");
                default -> throw new IOException(server + " answered " + answer.statusCode() + " for " + name);
            };
        } catch (ConnectException e) {
            throw new IOException("no server answers at " + server, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private HttpRequest request(String root, String path) throws IOException {
        try {
            return ServerRequest.to(root, path, token).timeout(PATIENCE).build();
        } catch (IllegalArgumentException e) {
            throw new IOException("--server " + e.getMessage(), e);
        }
    }
}
