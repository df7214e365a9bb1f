package org.gpucomm.runner.submit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Runner of cluster tools such as {@code sbatch} and {@code kubectl}. */
final class Tool {

    private Tool() {}

    /**
     * Output of a program.
     *
     * @param error standard error
     */
    record Answer(int code, String text, String error) {

        /** Returns the standard output, or throws if the program failed. */
        String orThrow(String doing) throws IOException {
            if (code != 0) {
                throw new IOException(doing + " failed with code " + code + ": "
                        + (error.isBlank() ? text : error).strip());
            }
            return text;
        }
    }

    static Answer run(List<String> command, String input) throws IOException, InterruptedException {
        var error = Files.createTempFile("gpucomm", ".err");
        try {
            var process = new ProcessBuilder(command).redirectError(error.toFile()).start();
            try (var in = process.getOutputStream()) {
                in.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException endedBefore) {
                // Its exit code and error output are more informative.
            }
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(process.waitFor(), text, Files.readString(error));
        } finally {
            Files.delete(error);
        }
    }

    static Answer run(List<String> command) throws IOException, InterruptedException {
        return run(command, "");
    }

    /** Returns whether a program exists, on the PATH or at its path. */
    static boolean isThere(String program) {
        if (program.contains("/")) {
            return Files.isExecutable(Path.of(program));
        }
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Throws if a program does not exist. */
    static void require(String program, String what) throws IOException {
        if (!isThere(program)) {
            throw new IOException(what + " needs " + program + ", which is not "
                    + (program.contains("/") ? "there or no program" : "on the PATH")
                    + "; install it, or run where it is");
        }
    }

    /** Returns a word quoted for a shell. */
    static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
