package org.gpucomm.server.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.springframework.util.FileSystemUtils;

/**
 * How long a person waits for pages in a browser when there are many runs: what benchmarks/pages.sh runs and says how. Arguments: runs,
 * then those of the script that drives the browser but for the server's address.
 */
final class PagesRate {

    private PagesRate() {}

    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("gpucomm-pages");
        try (var server = ServerProcess.start(folder)) {
            SeriesRate.fill(server, Integer.parseInt(arguments[0]));
            var command = new ArrayList<>(List.of("node", Path.of("benchmarks/pages.mjs").toString(),
                    server.root().toString()));
            command.addAll(List.of(arguments).subList(1, arguments.length));
            var code = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("the browser's script ended with " + code);
            }
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }
}
