package org.gpucomm.server.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.cli.terminal.FailureWords;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options for the operator's token, which permits everything. */
final class OperatorToken {

    static final String VARIABLE = "GPUCOMM_TOKEN";
    private static final int SHORTEST = 6;

    @Option(names = "--token", paramLabel = "T", description = "What every write must carry. Visible to others on this "
            + "machine: --token-file and the variable GPUCOMM_TOKEN are not.")
    private @Nullable String token;

    @Option(names = "--token-file", paramLabel = "F", description = "A file with the token.")
    private @Nullable Path file;

    /** Returns the token; null if none is given. @throws IllegalArgumentException with the reason, if the options are invalid */
    @Nullable
    String text() {
        if (token != null && file != null) {
            throw new IllegalArgumentException("give either --token or --token-file");
        }
        var given = file != null ? read(file) : token != null ? token : System.getenv(VARIABLE);
        if (given == null || given.isBlank()) {
            if (token != null || file != null) {
                throw new IllegalArgumentException("the token is empty");
            }
            return null;
        }
        var text = given.strip();
        if (text.length() < SHORTEST) {
            throw new IllegalArgumentException("the token is too short, " + text.length() + " of at least " + SHORTEST
                    + " characters: openssl rand -hex 16 makes one");
        }
        return text;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("--token-file: " + FailureWords.of(e), e);
        }
    }
}
