package org.gpucomm.runner.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.rig.ResultSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

class SinksTest {

    @TempDir
    Path folder;

    private final ByteArrayOutputStream table = new ByteArrayOutputStream();
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");

    @Test
    void withoutOptionsThereIsTheTableAndNothingElse() throws Exception {
        run(sinks(false));
        assertThat(text(table)).contains("# Collective test concluded: all_reduce_perf");
        assertThat(text(messages)).isEmpty();
        assertThat(files(folder)).isEmpty();
    }

    @Test
    void whatIsMeasuredIsOnTheServerWithItsFingerprint() throws Exception {
        try (var server = UploadServer.start(0, "secret")) {
            run(sinks(false, "-O", file("x.csv"), "--upload", server.url(), "--token", "secret"));
            assertThat(server.uploads()).singleElement().satisfies(upload -> {
                assertThat(upload.filename()).isEqualTo("x.jsonl");
                var text = upload.text().getBytes(StandardCharsets.UTF_8);
                assertThat(Parsed.rows(text, "x.jsonl")).isEqualTo(Parsed.rows(folder.resolve("x.csv")));
                assertThat(Parsed.facts(text, 1)).contains(new Fact("driver", "580.1"));
            });
            assertThat(text(messages)).contains("gpucomm: x.jsonl is uploaded: " + server.url() + "/uploads/0123\n");
            assertThat(waiting()).isEmpty();
        }
    }

    @Test
    void aFileOfJsonLinesIsSentAsItIs() throws Exception {
        try (var server = UploadServer.start(0, "")) {
            run(sinks(false, "-O", file("x.jsonl"), "--upload", server.url() + "/"));
            assertThat(server.uploads()).singleElement().extracting(UploadServer.Upload::text)
                    .isEqualTo(Files.readString(folder.resolve("x.jsonl")));
        }
    }

    @Test
    void withoutAFileOfTheUsersTheResultsAreOnTheServerOnly() throws Exception {
        try (var server = UploadServer.start(0, "")) {
            run(sinks(false, "--upload", server.url()));
            assertThat(server.uploads()).singleElement()
                    .satisfies(upload -> assertThat(upload.filename()).matches("gpucomm-20260301-100000-\\d+\\.jsonl"));
            assertThat(files(folder)).noneMatch(Files::isRegularFile);
        }
    }

    @Test
    void whileTheServerIsAwayResultsWaitAndTheNextRunSendsThem() throws Exception {
        int port;
        try (var server = UploadServer.start(0, "")) {
            port = server.port();
        }
        var url = "http://127.0.0.1:" + port;
        run(sinks(false, "-O", file("first.jsonl"), "--upload", url));
        assertThat(text(table)).contains("# Collective test concluded: all_reduce_perf");
        assertThat(text(messages)).contains("first.jsonl is not uploaded: no server answers at " + url
                + ". It waits in ", " and is sent by the next run with this --upload");
        assertThat(waiting()).singleElement().asString().endsWith("-first.jsonl");

        try (var server = UploadServer.start(port, "")) {
            run(sinks(false, "-O", file("second.jsonl"), "--upload", url));
            assertThat(server.uploads()).extracting(UploadServer.Upload::filename).containsExactly("first.jsonl",
                    "second.jsonl");
            assertThat(waiting()).isEmpty();
        }
    }

    @Test
    void aServerThatComesBackDuringTheRunGetsWhatWaited() throws Exception {
        int port;
        try (var server = UploadServer.start(0, "")) {
            port = server.port();
        }
        var url = "http://127.0.0.1:" + port;
        run(sinks(false, "-O", file("first.jsonl"), "--upload", url));
        try (var sink = sinks(false, "-O", file("second.jsonl"), "--upload", url)) {
            try (var server = UploadServer.start(port, "")) {
                sink.begin(Example.heading());
                assertThat(server.uploads()).extracting(UploadServer.Upload::filename)
                        .containsExactly("first.jsonl");
            }
        }
        assertThat(text(messages)).contains("the run did not end, so nothing was uploaded");
    }

    @Test
    void theSameResultsAgainAreKnown() throws Exception {
        try (var server = UploadServer.start(0, "")) {
            run(sinks(false, "-O", file("x.jsonl"), "--upload", server.url()));
            run(sinks(false, "-O", file("x.jsonl"), "--upload", server.url(), "--resume"));
            assertThat(text(messages)).contains("x.jsonl was there already: " + server.url() + "/uploads/0123");
        }
    }

    @Test
    void aWrongTokenKeepsTheResultsUntilTheRightOneComes() throws Exception {
        var tokenFile = Files.writeString(folder.resolve("token"), "secret\n");
        try (var server = UploadServer.start(0, "secret")) {
            run(sinks(false, "-O", file("x.jsonl"), "--upload", server.url(), "--token", "wrong"));
            assertThat(text(messages))
                    .contains("x.jsonl is not uploaded: the server needs a token, or another one (401)");
            run(sinks(false, "-O", file("y.jsonl"), "--upload", server.url(), "--token-file", tokenFile.toString()));
            assertThat(server.uploads()).hasSize(2);
        }
    }

    @Test
    void whatTheServerRefusesForGoodIsKeptAndNotSentAgain() throws Exception {
        try (var server = UploadServer.start(0, "")) {
            server.refuse(413);
            run(sinks(false, "-O", file("x.jsonl"), "--upload", server.url()));
            assertThat(text(messages)).contains(
                    "x.jsonl is not uploaded: the server answered 413: not “that”. It is kept as ", ".refused");
            server.refuse(0);
            run(sinks(false, "-O", file("y.jsonl"), "--upload", server.url()));
            assertThat(server.uploads()).extracting(UploadServer.Upload::filename).containsExactly("y.jsonl");
        }
    }

    @Test
    void somethingElseThatAnswersThereIsNotTakenForAServer() throws Exception {
        try (var server = UploadServer.start(0, "")) {
            server.refuse(404);
            run(sinks(false, "-O", file("x.jsonl"), "--upload", server.url() + "/elsewhere"));
            assertThat(text(messages)).contains("the server answered 404");
        }
    }

    @Test
    void onATerminalALineTellsHowFarItIsAndGoesBeforeEveryRow() throws Exception {
        var sink = sinks(true);
        sink.begin(Example.heading());
        assertThat(lastLine()).isEqualTo("all_reduce: warming up");
        for (long size = 1024; size <= 1048576; size *= 2) {
            now = now.plus(Duration.ofSeconds(2));
            sink.point(Example.size(size));
            if (size == 8192) {
                // 7 of 11 sizes at the 2 s of the last, and next to nothing for 1 MiB at 500 GB/s
                assertThat(lastLine()).isEqualTo("all_reduce: 8 KiB done, 4 of 11 sizes, about 14 s left");
            }
        }
        assertThat(lastLine()).isEqualTo("all_reduce: 1 MiB done, 11 of 11 sizes");
        sink.end();
        sink.close();
        assertThat(lastLine()).isEmpty();
    }

    @Test
    void optionsThatContradictEachOtherAreRefusedInWords() {
        assertThatThrownBy(() -> sinks(false, "--resume")).hasMessageContaining("needs the file to go on with");
        assertThatThrownBy(() -> sinks(false, "--resume", "--overwrite", "-O", file("x.csv")))
                .hasMessageContaining("give one of them");
        assertThatThrownBy(() -> sinks(false, "--upload", "host:8080"))
                .hasMessageContaining("--upload must be a URL such as");
        assertThatThrownBy(() -> sinks(false, "--upload", "http://h", "--token-file", file("none")))
                .hasMessageContaining("none does not exist");
    }

    private ResultSink sinks(boolean interactive, String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--spool", file("spool")));
        var options = CommandLine.populateCommand(new OutputOptions(), all.toArray(String[]::new));
        return Sinks.of(options, stream(table), stream(messages), interactive, (InstantSource) () -> now);
    }

    private static void run(ResultSink sink) {
        run(sink, 4096);
    }

    private static void run(ResultSink sink, long... sizes) {
        try (sink) {
            sink.begin(Example.heading());
            for (long size : sizes) {
                if (!sink.has(Example.heading(), Example.point(size))) {
                    sink.point(Example.size(size));
                }
            }
            sink.end();
        }
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private List<Path> waiting() throws IOException {
        return files(folder.resolve("spool")).stream().filter(Files::isRegularFile).toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> !file.equals(folder)).toList();
        }
    }

    private String lastLine() {
        var all = text(messages);
        return all.substring(all.lastIndexOf("\r\u001b[K") + "\r\u001b[K".length());
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
