package org.gpucomm.server.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.springframework.util.FileSystemUtils;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * How long a person waits for pages in a browser when there are many runs: what benchmarks/pages.sh runs and says how. Arguments: h2 or
 * postgresql, runs, then those of the script that drives the browser but for the server's address.
 */
final class PagesRate {

    private PagesRate() {}

    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("gpucomm-pages");
        var rest = List.of(arguments).subList(1, arguments.length);
        try {
            if (arguments[0].equals("h2")) {
                measure(folder, rest);
            } else {
                try (var database = EmbeddedPostgres.start()) {
                    measure(folder, rest, "--db-url", database.getJdbcUrl("postgres", "postgres"));
                }
            }
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static void measure(Path folder, List<String> arguments, String... options) throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), options)) {
            SeriesRate.fill(server, Integer.parseInt(arguments.getFirst()));
        }
        // The browser meets a server that has just started, as it does after an update.
        try (var server = ServerProcess.start(folder.resolve("data"), options)) {
            var command = new ArrayList<>(List.of("node", Path.of("benchmarks/pages.mjs").toString(),
                    server.root().toString()));
            command.addAll(arguments.subList(1, arguments.size()));
            int code = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("the browser's script ended with " + code);
            }
        }
    }
}
