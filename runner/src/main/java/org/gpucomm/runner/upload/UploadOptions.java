package org.gpucomm.runner.upload;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.gpucomm.results.upload.DataFolder;
import org.gpucomm.results.upload.UploadClient;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options of commands that can upload results. A picocli mixin. */
public final class UploadOptions {

    @Option(names = "--upload", paramLabel = "URL",
            description = "Sends the results to this gpucomm server when the run has ended: http://host:8080. While the "
                    + "server is away they wait, and are sent by a later run with the same URL.")
    private @Nullable String server;

    @Option(names = "--token", defaultValue = "${env:GPUCOMM_TOKEN}", paramLabel = "T",
            description = "The server's token, if it has one. Default: GPUCOMM_TOKEN, which other users cannot see.")
    private @Nullable String token;

    @Option(names = "--token-file", paramLabel = "FILE", description = "Takes the token from a file.")
    private @Nullable Path tokenFile;

    @Option(names = "--spool", paramLabel = "DIR", defaultValue = "${env:GPUCOMM_SPOOL}",
            description = "Where results wait for the server. Default: spool in gpucomm's data directory.")
    private @Nullable Path spool;

    /**
     * Returns the uploader for the server of the options or the default server; empty if there is neither.
     *
     * @param otherwise default server; null for none
     * @param says      stream for messages
     * @throws IllegalArgumentException if an option is invalid
     */
    public Optional<ResultUploads> uploads(@Nullable String otherwise, PrintStream says) {
        check(otherwise);
        var url = server == null ? otherwise : server;
        return url == null
                ? Optional.empty()
                : Optional.of(new ResultUploads(UploadClient.server(url), token(), folder(), says));
    }

    /**
     * Checks the options before anything is measured.
     *
     * @param otherwise default server; null for none
     * @throws IllegalArgumentException if an option is invalid
     */
    public void check(@Nullable String otherwise) {
        var url = server == null ? otherwise : server;
        if (url == null) {
            return;
        }
        try {
            UploadClient.server(url);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--upload " + e.getMessage(), e);
        }
        token();
    }

    private Path folder() {
        return spool != null && !spool.toString().isBlank()
                ? spool
                : DataFolder.ofThisUser().resolve("spool");
    }

    private @Nullable String token() {
        if (tokenFile != null) {
            try {
                return Files.readString(tokenFile).strip();
            } catch (IOException e) {
                throw new IllegalArgumentException("--token-file " + tokenFile
                        + (Files.exists(tokenFile) ? " cannot be read as text" : " does not exist"), e);
            }
        }
        return token == null || token.isBlank() ? null : token;
    }
}
