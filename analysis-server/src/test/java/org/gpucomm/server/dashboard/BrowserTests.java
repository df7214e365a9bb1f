package org.gpucomm.server.dashboard;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.server.serve.ServerProcess;

/** The tests of {@code frontend/e2e}, which Playwright runs in a Chromium. */
public final class BrowserTests {

    private static final Path FOLDER = Path.of("..", "frontend", "e2e").toAbsolutePath().normalize();
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final int TAIL = 80;

    private BrowserTests() {}

    /** Runs the tests of a project with one worker for each server. */
    static void run(String project, Duration limit, ServerProcess... servers) throws IOException, InterruptedException {
        run(project, limit, Map.of(), servers);
    }

    /** The same where these variables are set besides those of this process. */
    public static void run(String project, Duration limit, Map<String, String> environment, ServerProcess... servers)
            throws IOException, InterruptedException {
        install();
        var variables = Stream
                .concat(environment.entrySet().stream(),
                        Stream.of(Map.entry("BASE_URL",
                                Stream.of(servers).map(each -> each.root().toString())
                                        .collect(Collectors.joining(" ")))))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        // Playwright ends first, with a report of what it was at.
        var own = limit.minusSeconds(20);
        var said = run(limit, variables, "node", "node_modules/@playwright/test/cli.js", "test", "--project", project,
                "--global-timeout", Long.toString(own.toMillis()));
        System.out.println("browser tests, " + project + ": " + said.getLast().strip());
    }

    /** Installs what package-lock.json names, unless that was done. Another build of this folder may do the same now. */
    private static synchronized void install() throws IOException, InterruptedException {
        var lock = FOLDER.resolve("package-lock.json");
        var installed = FOLDER.resolve("node_modules/.installed-lock.json");
        try (var channel = FileChannel.open(TARGET.resolve("browser-tests.lock"), CREATE, WRITE)) {
            channel.lock();
            if (!Files.exists(installed) || Files.mismatch(lock, installed) != -1) {
                run(Duration.ofMinutes(3), Map.of(), "npm", "ci", "--no-progress", "--loglevel=error");
                Files.copy(lock, installed);
            }
        }
    }

    /** Returns the lines that a program prints, or fails with the last of them. The program and all that it started ends. */
    private static List<String> run(Duration limit, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        var output = Files.createTempFile(TARGET, "browser-tests-", ".txt");
        var builder = new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        var process = builder.start();
        try {
            boolean ended = process.waitFor(limit);
            var lines = Files.readAllLines(output).stream().filter(line -> !line.isBlank()).toList();
            var tail = String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
            assertThat(ended).as("%s ends within %s; it said:%n%s", List.of(command), limit, tail).isTrue();
            assertThat(process.exitValue()).as("exit code of %s, which said:%n%s", List.of(command), tail).isZero();
            return lines;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            Files.delete(output);
        }
    }
}
