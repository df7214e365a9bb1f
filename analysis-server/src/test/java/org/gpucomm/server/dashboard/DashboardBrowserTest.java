package org.gpucomm.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.gpucomm.server.fleet.FleetLogs;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drives the real server through every page with a headless Chromium: the one on the PATH, else the one that comes as
 * an npm package. It never passes without a browser. Traces of what failed are left in target/browser, pictures of the
 * pages in target/screenshots.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class DashboardBrowserTest {

    @TempDir
    private Path folder;

    /** The one path of every build. */
    @Test
    void aDroppedLogHasAHeadlineAChartAndALink() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(folder)) {
            server.awaitImports();
            BrowserTests.run("smoke", Duration.ofMinutes(3), server);
        }
    }

    @Test
    @Tag("nightly")
    void everyPageWorksInABrowser() throws IOException, InterruptedException {
        try (var one = ServerProcess.start(folder.resolve("one"));
                var other = ServerProcess.start(folder.resolve("other"))) {
            one.awaitImports();
            other.awaitImports();
            BrowserTests.run("pages", Duration.ofMinutes(20), one, other);
        }
    }

    @Test
    @Tag("nightly")
    void aServerWithoutDataSaysOnEveryPageWhatToDo() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(folder, "--no-bundled")) {
            BrowserTests.run("empty", Duration.ofMinutes(10), server);
        }
    }

    /** Runs that differ 22-fold, three clusters, three tools and two versions of a library on the same numbers of GPUs. */
    @Test
    @Tag("nightly")
    void noPageAndNoExportShowsAValueThatNobodyMeasured() throws IOException, InterruptedException {
        try (var one = ServerProcess.start(folder.resolve("one"));
                var other = ServerProcess.start(folder.resolve("other"))) {
            for (var server : new ServerProcess[]{one, other}) {
                server.awaitImports();
                for (var log : FleetLogs.all()) {
                    assertThat(server.upload(log.filename(), log.text()).statusCode()).isEqualTo(201);
                }
            }
            BrowserTests.run("fleet", Duration.ofMinutes(20), one, other);
        }
    }

    @Test
    @Tag("nightly")
    void theToursViewsShowSomething() throws IOException, InterruptedException {
        try (var server = ServerProcess.demo(Map.of())) {
            server.awaitImports();
            BrowserTests.run("demo", Duration.ofMinutes(10), server);
        }
    }

    @Test
    @Tag("nightly")
    void aReadOnlyServerOffersNoChange() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(folder, "--no-bundled")) {
            var log = FleetLogs.gh200OverTcp();
            var other = FleetLogs.gh200OverFabric();
            assertThat(ServerProcess.json(server.upload("sizes.csv", "size;time;bandwidth\n1;0,5;2,25\n2;0,75;3,5\n"))
                    .path("state").asString())
                    .isEqualTo("needs_mapping");
            var upload = ServerProcess.json(server.upload(log.filename(), log.text())).path("id").asString();
            var hidden = ServerProcess.json(server.upload(other.filename(), other.text())).path("id").asString();
            change(server, "PUT", "runs/" + upload + "-1/marks", "{\"tags\":[\"golden\"],\"note\":\"as delivered\"}");
            change(server, "PATCH", "uploads/" + hidden, "{\"hidden\":true}");
        }
        try (var server = ServerProcess.start(folder, "--no-bundled", "--read-only")) {
            BrowserTests.run("readonly", Duration.ofMinutes(10), server);
        }
    }

    private static void change(ServerProcess server, String method, String path, String json)
            throws IOException, InterruptedException {
        var answer = server.send(server.request("/api/v1/" + path).header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    @Tag("nightly")
    void pagesWorkBelowAPathWhereAProxyShowsThemAndSayWhenItIsGone() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(folder, "--trusted-proxy", "127.0.0.1")) {
            server.awaitImports();
            BrowserTests.run("proxy", Duration.ofMinutes(10), server);
        }
    }
}
