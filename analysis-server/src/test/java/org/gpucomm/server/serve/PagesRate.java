package org.gpucomm.server.serve;

import org.gpucomm.server.database.EmbeddedDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.springframework.util.FileSystemUtils;

/**
 * How long a person waits for pages in a browser when there are many runs: what benchmarks/pages.sh runs and says how. Arguments: h2 or
 * postgresql, runs, a folder in which the data stays or {@code -} for none, then those of the script that drives the browser but for
 * the server's address.
 */
final class PagesRate {

    private PagesRate() {}

    public static void main(String[] arguments) throws Exception {
        boolean stays = !arguments[2].equals("-");
        var folder = stays
                ? Files.createDirectories(Path.of(arguments[2], arguments[0]))
                : Files.createTempDirectory("gpucomm-pages");
        int runs = Integer.parseInt(arguments[1]);
        var rest = List.of(arguments).subList(3, arguments.length);
        try {
            if (arguments[0].equals("h2")) {
                measure(folder, runs, rest);
            } else {
                try (var database = EmbeddedDatabase.builder().setDataDirectory(folder.resolve("postgresql"))
                        .setCleanDataDirectory(false).start()) {
                    measure(folder, runs, rest, "--db-url", database.getJdbcUrl("postgres", "postgres"));
                }
            }
        } finally {
            if (!stays) {
                FileSystemUtils.deleteRecursively(folder);
            }
        }
    }

    private static void measure(Path folder, int runs, List<String> arguments, String... options) throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), options)) {
            if (server.json("overview").path("runs").asInt() < runs) {
                SeriesRate.fill(server, runs);
            }
        }
        // The browser meets a server that has just started, as it does after an update.
        try (var server = ServerProcess.start(folder.resolve("data"), options)) {
            var command = new ArrayList<>(List.of("node", System.getProperty("gpucomm.pages", "benchmarks/pages.mjs"),
                    server.root().toString()));
            command.addAll(arguments);
            int code = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("the browser's script ended with " + code);
            }
        }
    }
}
