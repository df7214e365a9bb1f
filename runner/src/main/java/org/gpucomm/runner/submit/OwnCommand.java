package org.gpucomm.runner.submit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Command line that started this program, up to its subcommand. Steps are started with it, so that they have the same JVM options, which
 * affect times.
 */
final class OwnCommand {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    private OwnCommand() {}

    /** Returns the command line up to, but without, the subcommand. */
    static List<String> upTo(String subcommand) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try {
            var words = Arrays.asList(Files.readString(COMMAND_LINE, StandardCharsets.UTF_8).split("\0"));
            int end = words.indexOf(subcommand);
            if (end > 0) {
                var command = new ArrayList<>(words.subList(0, end));
                command.set(0, java);
                return command;
            }
        } catch (IOException noLinux) {
            // The class path is enough to start the program again.
        }
        return List.of(java, "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                "org.gpucomm.runner.Main");
    }
}
