package org.gpucomm.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drives the real server through every page with a headless Chromium: the one on the PATH, else the one that comes as
 * an npm package. It never passes without a browser. Pictures of the pages are left in target/screenshots.
 */
class DashboardBrowserTest {

    private static final Path PICTURES = Path.of("target", "screenshots").toAbsolutePath();

    @TempDir
    private Path dataDir;

    @Test
    void everyPageWorksInABrowser() throws IOException, InterruptedException {
        BrowserScripts.install();
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            run("node", "run.mjs", server.root().toString(), PICTURES.toString());
        }
    }

    @Test
    void aServerWithoutDataSaysOnEveryPageWhatToDo() throws IOException, InterruptedException {
        BrowserScripts.install();
        try (var server = ServerProcess.start(dataDir, "--no-bundled")) {
            run("node", "empty.mjs", server.root().toString(), PICTURES.toString());
        }
    }

    /** Runs that differ 22-fold, three clusters, three tools and two versions of a library on the same numbers of GPUs. */
    @Test
    void noPageAndNoExportShowsAValueThatNobodyMeasured() throws IOException, InterruptedException {
        BrowserScripts.install();
        try (var server = ServerProcess.start(dataDir)) {
            server.awaitImports();
            for (var log : FleetLogs.all()) {
                assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(201);
            }
            run("node", "fleet.mjs", server.root().toString(), PICTURES.toString());
        }
    }

    @Test
    void pagesWorkBelowAPathWhereAProxyShowsThemAndSayWhenItIsGone() throws IOException, InterruptedException {
        BrowserScripts.install();
        try (var server = ServerProcess.start(dataDir, "--trusted-proxy", "127.0.0.1")) {
            server.awaitImports();
            run("node", "prefix.mjs", server.root().toString());
        }
    }

    static void run(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).directory(BrowserScripts.FOLDER.toFile()).redirectErrorStream(true)
                .start();
        try (var output = process.inputReader()) {
            var said = output.lines().peek(System.out::println).toList();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("%s ends", List.of(command)).isTrue();
            assertThat(process.exitValue()).as("exit code of %s, which said %s", List.of(command), said).isZero();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
