package org.gpucomm.runner.output;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options of a command whose results can go to a server. A picocli mixin. */
public final class UploadOptions {

    @Option(names = "--upload", paramLabel = "URL",
            description = "Sends the results to this gpucomm server when the run has ended: http://host:8080. While the "
                    + "server is away they wait, and are sent by a later run with the same URL.")
    private @Nullable URI server;

    @Option(names = "--token", defaultValue = "${env:GPUCOMM_TOKEN}", paramLabel = "T",
            description = "The server's token, if it has one. Default: GPUCOMM_TOKEN, which other users cannot see.")
    private @Nullable String token;

    @Option(names = "--token-file", paramLabel = "FILE", description = "Takes the token from a file.")
    private @Nullable Path tokenFile;

    @Option(names = "--spool", paramLabel = "DIR", defaultValue = "${env:GPUCOMM_SPOOL}",
            description = "Where results wait for the server. Default: spool in gpucomm's data directory.")
    private @Nullable Path spool;

    /**
     * @param says where what became of uploads is told
     * @throws OutputException if an option cannot be used
     */
    public Optional<Uploads> uploads(PrintStream says) {
        if (server == null) {
            return Optional.empty();
        }
        if (server.getHost() == null || !List.of("http", "https").contains(String.valueOf(server.getScheme()))) {
            throw new OutputException("--upload must be a URL such as http://127.0.0.1:8080, was '" + server + "'");
        }
        return Optional.of(Uploads.to(server, token(), folder(), says));
    }

    private Path folder() {
        return spool != null && !spool.toString().isBlank()
                ? spool
                : DataFolder.ofPlatform(System.getenv(), System.getProperty("os.name"), System.getProperty("user.home"))
                        .resolve("spool");
    }

    private @Nullable String token() {
        if (tokenFile != null) {
            try {
                return Files.readString(tokenFile).strip();
            } catch (IOException e) {
                throw new OutputException("--token-file " + tokenFile + " cannot be read: " + e.getMessage(), e);
            }
        }
        return token == null || token.isBlank() ? null : token;
    }
}
