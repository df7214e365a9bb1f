package org.gpucomm.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.gpucomm.cli.terminal.Screen;
import org.gpucomm.server.serve.ServerProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What commands print to a terminal, to a pipe and to programs. */
@Tag("nightly")
class TerminalTest {

    private static final String LOG = """
            # nThread 1 nGpus 8 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1
            #
            #                                                     out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                 1048576        262144     float     sum      -1    56.42   18.59   32.53      0    55.10   19.03   33.30      0
                 2097152        524288     float     sum      -1    80.10   26.18   45.82      7    79.90   26.25   45.93      7
            # Out of bounds values : 2 FAILED
            # Avg bus bandwidth    : 39.395
            """;
    private static final String ESCAPE = "\u001b[";

    @TempDir
    private Path folder;

    @Test
    void aTerminalHasTheColoursAndTheWidthThatItsUserWants() {
        assertThat(Screen.of(Map.of()).paint(Screen.Colour.BAD, "wrong")).as("a pipe").isEqualTo("wrong");
        assertThat(Screen.of(Map.of()).width()).isEqualTo(100);
        var terminal = Screen.of(Map.of("GPUCOMM_TERMINAL", "72", "TERM", "xterm"));
        assertThat(terminal.width()).isEqualTo(72);
        assertThat(terminal.paint(Screen.Colour.BAD, "wrong")).isEqualTo(ESCAPE + "1;31mwrong" + ESCAPE + "0m");
        assertThat(Screen.of(Map.of("GPUCOMM_TERMINAL", "72", "NO_COLOR", "1")).paint(Screen.Colour.BAD, "wrong"))
                .isEqualTo("wrong");
        assertThat(Screen.of(Map.of("GPUCOMM_TERMINAL", "72", "TERM", "dumb")).paint(Screen.Colour.BAD, "wrong"))
                .isEqualTo("wrong");
        assertThat(Screen.of(Map.of("GPUCOMM_TERMINAL", "9")).width()).as("too narrow to read").isEqualTo(40);
        assertThat(Screen.of(Map.of("GPUCOMM_TERMINAL", "?")).width()).isEqualTo(100);
    }

    @Test
    void explainIsAsWideAsTheTerminalAndShowsWhatIsWrongInRedThereOnly() throws Exception {
        var log = log();
        var shown = ServerProcess.run(Map.of("GPUCOMM_TERMINAL", "60", "TERM", "xterm"), "explain", log);
        assertThat(shown.output()).contains(ESCAPE + "1;31mwrong" + ESCAPE + "0m, high confidence");
        assertThat(shown.output().lines().map(line -> line.replaceAll("\u001b\\[[0-9;]*[mK]", ""))
                .filter(line -> !line.contains("next: "))).allSatisfy(line -> assertThat(line.length()).isLessThan(61));
        assertThat(ServerProcess.run(Map.of(), "explain", log).output()).contains("wrong, high confidence")
                .doesNotContain(ESCAPE);
    }

    @Test
    void explainAndCompareAnswerProgramsInJson() throws Exception {
        var log = log();
        var said = json(ServerProcess.run("explain", log, "--format", "json"));
        assertThat(said.path("headline").path("sentence").asString()).isNotBlank();
        assertThat(said.path("findings").get(0).path("severity").asString()).isEqualTo("wrong");
        assertThat(said.path("findings").get(0).path("rows").get(0).path("line").asInt()).isEqualTo(6);

        var compared = json(ServerProcess.run("compare", log, log, "--format", "json"));
        var place = compared.path("places").get(0);
        assertThat(place.path("bytes").asLong()).isEqualTo(1 << 20);
        assertThat(place.path("timeOfA").asDouble()).isEqualTo(place.path("timeOfB").asDouble());
        assertThat(place.path("effect").asDouble()).isZero();
        assertThat(compared.path("turns").asString()).isEqualTo("no_turns");
        assertThat(compared.path("curves").isArray()).isTrue();
    }

    @Test
    void whatFailsIsSaidWithoutTheNameOfAnException() throws Exception {
        assertThat(ServerProcess.run("upload", log(), "--server", "host:8101").output())
                .contains("--server must be a URL such as http://127.0.0.1:8080, was 'host:8101'")
                .doesNotContain("Exception");
        var gone = ServerProcess.run("compare", log(), folder.resolve("gone.log").toString());
        assertThat(gone.output()).contains("gone.log does not exist").doesNotContain("Exception");
        assertThat(gone.code()).isEqualTo(2);
        var nowhere = ServerProcess.run("accept", log(), "--against", "p5", "--html",
                folder.resolve("no/such/folder.html").toString());
        assertThat(nowhere.output()).contains("--html: there is no folder ").doesNotContain("Exception", "not shown");
        assertThat(nowhere.code()).as("before the work").isEqualTo(2);
    }

    @Test
    void aShellCompletesCommandsAndOptions() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash (install bash)");
        var script = Files.writeString(folder.resolve("completion"), ServerProcess.run("completion").output());
        assertThat(completed(script, "gpucomm", "exp")).isEqualTo("explain");
        assertThat(completed(script, "gpucomm", "do")).as("of the other program").isEqualTo("doctor");
        assertThat(completed(script, "gpucomm", "compare", "--fo")).isEqualTo("--format");
    }

    private static String completed(Path script, String... words) throws IOException, InterruptedException {
        var line = "source '" + script + "'; COMP_WORDS=(" + String.join(" ", words) + "); COMP_CWORD="
                + (words.length - 1)
                + "; _gpucomm; echo \"${COMPREPLY[@]}\"";
        var bash = new ProcessBuilder("/bin/bash", "--norc", "-c", line).redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var out = bash.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private static JsonNode json(ServerProcess.Ended ended) {
        return JsonMapper.builder().build().readTree(ended.output());
    }

    private String log() throws IOException {
        return Files.writeString(folder.resolve("all_reduce.log"), LOG).toString();
    }
}
