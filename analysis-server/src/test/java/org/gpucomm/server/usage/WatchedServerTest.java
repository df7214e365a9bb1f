package org.gpucomm.server.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.server.serve.ServerProcess;
import org.gpucomm.server.store.LiveFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

/** What Prometheus, Grafana and a collector of logs get of a server, and whether the files in deploy fit that. */
@Tag("nightly")
class WatchedServerTest {

    private static final int ROWS = 2_000;
    private static final Path DEPLOY = Path.of("../deploy");
    private static final Pattern METRIC = Pattern
            .compile("\\b((?:gpucomm|http_server|hikaricp|jvm|process|disk)_[a-z_]+)\\b");

    @TempDir
    static Path folder;
    private static Path log;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        log = folder.resolve("log");
        var token = Files.writeString(folder.resolve("token"), "the-operators-own\n");
        server = ServerProcess.startLogging(log, folder.resolve("data"), "--no-bundled", "--json-logs", "--token-file",
                token.toString());
        assertThat(upload("good.csv", csv())).isEqualTo(201);
        assertThat(upload("none.bin", "\0\1\2\3")).isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void countsOfImportsRowsAndBytesAreWhatWasUploaded() throws Exception {
        var metrics = metrics();
        assertThat(value(metrics, "gpucomm_import_rows_total")).isEqualTo(ROWS);
        assertThat(value(metrics, "gpucomm_import_ends_total{outcome=\"ready\"}")).isEqualTo(1);
        assertThat(value(metrics, "gpucomm_import_ends_total{outcome=\"failed\"}")).isEqualTo(1);
        assertThat(value(metrics, "gpucomm_imports_failed")).isEqualTo(1);
        assertThat(value(metrics, "gpucomm_imports_waiting")).isZero();
        assertThat(value(metrics, "gpucomm_imports_running")).isZero();
        assertThat(value(metrics, "gpucomm_imports_oldest_seconds")).isZero();
        assertThat(value(metrics, "gpucomm_import_takeovers_total")).isZero();
        long bytes = LiveFiles.below(folder.resolve("data/uploads")).values().stream().mapToLong(Long::longValue).sum();
        assertThat(value(metrics, "gpucomm_store_bytes")).isEqualTo(bytes);
        assertThat(value(metrics, "gpucomm_database_bytes")).isGreaterThan(10_000);
    }

    @Test
    void answersFromTheCacheRefusalsAndConnectionsAreCounted() throws Exception {
        var before = metrics();
        server.get("/api/v1/runs?size=3");
        server.get("/api/v1/runs?size=3");
        assertThat(server.upload("a.csv", "a", "Authorization", "Bearer wrong").statusCode()).isEqualTo(401);
        var after = metrics();
        var cached = "gpucomm_answers_total{source=\"cache\"}";
        assertThat(value(after, cached)).isGreaterThan(before.contains(cached) ? value(before, cached) : 0);
        assertThat(after).containsPattern("http_server_requests_seconds_count\\{[^}]*status=\"401\"");
        assertThat(after).containsPattern("(?m)^tomcat_connections_current_connections\\S* [1-9]");
    }

    @Test
    void whatTheDashboardAndTheAlertsAskForIsThere() throws Exception {
        server.get("/api/v1/runs");
        var metrics = metrics();
        var asked = new TreeSet<String>();
        for (var file : List.of("metrics/grafana.json", "metrics/alerts.yaml")) {
            var matcher = METRIC.matcher(Files.readString(DEPLOY.resolve(file)));
            while (matcher.find()) {
                asked.add(matcher.group(1));
            }
        }
        assertThat(asked).hasSizeGreaterThan(10)
                .allSatisfy(name -> assertThat(metrics).as(name).containsPattern("(?m)^" + name + "[{ ]"));
        assertThat(metrics).contains("le=\"0.05\"", "le=\"0.25\"", "le=\"1.0\"", "le=\"5.0\"");
    }

    @Test
    void theOptionsAndAddressesOfDeployAreThoseOfTheServer() throws Exception {
        var help = ServerProcess.run("serve", "--help").output();
        var told = Files.readString(DEPLOY.resolve("compose/compose.yaml"))
                + Files.readString(DEPLOY.resolve("kubernetes/gpucomm.yaml"))
                + Files.readString(DEPLOY.resolve("compose/Caddyfile"));
        var options = Pattern.compile("(?m)- (--[a-z-]+)(?:=|$)").matcher(told).results().map(found -> found.group(1))
                .toList();
        assertThat(options).contains("--data-dir", "--db-url", "--json-logs")
                .allSatisfy(option -> assertThat(help).contains(option));
        var addresses = Pattern.compile("/actuator/[a-z/]+").matcher(told).results().map(found -> found.group())
                .toList();
        assertThat(addresses).hasSizeGreaterThan(3).allSatisfy(
                address -> assertThat(server.get(address).statusCode()).as(address).isEqualTo(200));
    }

    @Test
    void eachLineOfTheLogIsAnObject() throws Exception {
        assertThat(server.upload("a.csv", "a", "Authorization", "Bearer wrong-and-\"quoted\"").statusCode())
                .isEqualTo(401);
        var lines = Files.readAllLines(log);
        assertThat(lines).isNotEmpty().allSatisfy(line -> {
            var entry = JsonMapper.shared().readTree(line);
            assertThat(entry.path("@timestamp").asString()).isNotEmpty();
            assertThat(entry.path("log").path("level").asString()).isNotEmpty();
        });
        assertThat(lines.stream().map(line -> JsonMapper.shared().readTree(line).path("message").asString()))
                .anySatisfy(message -> assertThat(message).contains("wrong token"));
    }

    private static String metrics() throws IOException, InterruptedException {
        return server.get("/actuator/prometheus").body();
    }

    private static double value(String metrics, String name) {
        return Stream.of(metrics.split("\n")).filter(line -> line.startsWith(name + " ")).findFirst()
                .map(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .orElseThrow(() -> new AssertionError("no " + name + " in " + metrics));
    }

    private static int upload(String name, String content) throws IOException, InterruptedException {
        return server.upload(name, content, "Authorization", "Bearer the-operators-own").statusCode();
    }

    private static String csv() {
        var csv = new StringBuilder(String.join(",", Column.headers())).append('\n');
        for (int i = 1; i <= ROWS; i++) {
            csv.append("watched.log,1,nccl-tests,,nccl,,all_reduce,,,,1,8,,").append(8L << i % 20)
                    .append(",float,sum,,out_of_place,20,10.5,,,,,1.25,2.19,0,,,,,,\n");
        }
        return csv.toString();
    }
}
