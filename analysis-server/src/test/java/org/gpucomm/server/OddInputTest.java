package org.gpucomm.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What somebody new to the commands gives them: each is answered in words, before any work, and by one exit code. */
@Isolated
@Tag("nightly")
class OddInputTest {

    private static final String LOG = """
            # nThread 1 nGpus 8 minBytes 1048576 maxBytes 1048576 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1
            #
            #                                                     out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                 1048576        262144     float     sum      -1    56.42   18.59   32.53      0    55.10   19.03   33.30      0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 32.915
            """;

    @TempDir
    private Path folder;
    private String log = "";

    @BeforeEach
    void writeLog() throws IOException {
        log = Files.writeString(folder.resolve("all_reduce.log"), LOG).toString();
    }

    @Test
    void whatIsWrongIsSaidInTwoLinesAndNotAboveAllOptions() {
        var said = said(2, "serve", "--port", "eighty");
        assertThat(said).isEqualTo("""
                gpucomm: Invalid value for option '--port': 'eighty' is not an int
                gpucomm serve --help explains its use
                """);
    }

    @Test
    void anOutputThatCannotBeIsRefusedBeforeAnythingIsRead() throws IOException {
        var taken = Files.createDirectories(folder.resolve("taken.yaml")).toString();
        assertThat(said(2, "convert", log, "-o", taken)).contains("--output must name a file", "is a folder");
        assertThat(said(2, "convert", log, "--problems", taken)).contains("--problems must name a file");
        assertThat(said(2, "accept", log, "--against", "p5", "--html", taken)).contains("--html must name a file");
        assertThat(said(2, "next", log, "-o", taken)).contains("--output must name a file");
        assertThat(said(2, "tune", log, "-o", taken)).contains("--output must name a file");
        assertThat(said(2, "report", log, "--out", taken)).contains("--out must name a file");
        assertThat(said(2, "figures", "--out", log)).contains("--out must name a folder", "is a file");
        assertThat(said(2, "backup", folder.resolve("no/such.zip").toString())).contains("there is no folder ");
        assertThat(said(2, "next", log, "-o", folder.resolve("no/such.yaml").toString()))
                .contains("--output: there is no folder " + folder.resolve("no") + " to write such.yaml into");
    }

    @Test
    void filesThatAreNotWhatTheyShouldBeAreNamedWithTheReason() throws IOException {
        var gone = folder.resolve("gone").toString();
        var binary = Files.write(folder.resolve("binary"), new byte[]{(byte) 0xff, (byte) 0xfe, (byte) 0xff})
                .toString();
        assertThat(said(2, "explain", log, "--hardware", gone)).contains("--hardware: " + gone + " does not exist");
        assertThat(said(2, "explain", log, "--hardware", folder.toString()))
                .contains(folder + " cannot be read: Is a directory");
        assertThat(said(2, "figures", "--spec", folder.toString())).contains("cannot be read: Is a directory");
        assertThat(said(2, "figures", "--spec", binary)).contains("binary is no UTF-8 text");
        assertThat(said(2, "serve", "--token-file", gone)).contains("--token-file: " + gone + " does not exist");
        assertThat(said(2, "serve", "--data-dir", log)).contains("--data-dir must name a folder, and " + log);
        assertThat(said(2, "restore", gone)).contains(gone + " does not exist");
        assertThat(said(2, "compare", log, gone)).contains(gone + " does not exist");
    }

    /** Lists of lists by aliases, which stand for 200,000 values, and a tag. */
    @Test
    void yamlOfAliasesAndTagsIsRefusedWhereverItIsRead() throws IOException {
        var many = new StringBuilder("- &a0 [" + "x, ".repeat(40) + "x]\n");
        for (int i = 1; i <= 3; i++) {
            many.append("- &a").append(i).append(" [").append(("*a" + (i - 1) + ", ").repeat(16)).append("]\n");
        }
        var list = Files.writeString(folder.resolve("many.yaml"), many).toString();
        var map = Files.writeString(folder.resolve("map.yaml"), "panels:\n" + many).toString();
        var tag = Files.writeString(folder.resolve("tag.yaml"), "name: !url x\n").toString();
        for (var arguments : List.of(List.of("explain", log, "--hardware"), List.of("next", log, "--hardware"),
                List.of("accept", log, "--against", "peers", "--hardware"), List.of("accept", log, "--against"),
                List.of("figures", "--spec"), List.of("serve", "--port", "0", "--hardware"))) {
            for (var file : List.of(list, map, tag)) {
                var all = Stream.concat(arguments.stream(), Stream.of(file)).toArray(String[]::new);
                assertThat(said(2, all)).as(String.join(" ", all)).containsAnyOf(
                        "its aliases (*name) make it more than",
                        "the tag !url is not read");
            }
        }
    }

    @Test
    void aDatabaseOfNoNumberAsPortIsRefusedAtOnce() {
        assertThat(said(2, "serve", "--db-url", "postgresql://me:secret@127.0.0.1:abc/x"))
                .contains("the port a number, was 'postgresql://…@127.0.0.1:abc/x'").doesNotContain("secret");
    }

    @Test
    void standardInputIsTakenWhereFilesAre() {
        assertThat(from(LOG, 0, "explain", "-"))
                .contains("All-Reduce with NCCL on 8 GPUs (computed) reaches 32.5 GB/s at 1 MiB");
        assertThat(from(LOG, 0, "compare", log, "-")).contains("standard input against all_reduce.log: no difference");
        assertThat(from(LOG, 3, "accept", "-", "--against", "p5")).contains("not shown");
        assertThat(from(LOG, 0, "next", "-")).contains("2 measurements");
        assertThat(from("", 1, "report", "-", "--out", folder.resolve("r.html").toString()))
                .contains("there are no measurements in -");
        assertThat(from(LOG, 3, "upload", "-", "--server", "http://127.0.0.1:1")).contains("no server answers");
        assertThat(from(LOG, 2, "explain", "-", "-")).contains("- is standard input, which can be read once only");
        assertThat(from(LOG, 2, "compare", "-", "-")).contains("only one of A and B can be standard input");
    }

    @Test
    void twoLogsOfFailuresAreBothNamed() throws IOException {
        var one = Files.writeString(folder.resolve("rank0.log"), "srun: error: node7: task 0: Segmentation fault\n");
        var other = Files.writeString(folder.resolve("rank1.log"), "srun: error: node8: task 1: Bus error\n");
        assertThat(said(2, "compare", one.toString(), other.toString())).contains("in " + one + ": Failed: ",
                "in " + other + ": Failed: ");
    }

    @Test
    void aSideOfAComparisonSaysWhatOfItsFolderWasNotRead() throws IOException {
        var runs = Files.createDirectories(folder.resolve("runs"));
        Files.writeString(runs.resolve("all_reduce.log"), LOG);
        Files.writeString(runs.resolve("cut.log"), "hello\n");
        Files.writeString(runs.resolve(".hidden.log"), LOG);
        assertThat(said(0, "compare", log, runs.toString())).contains("cut.log: no known format")
                .doesNotContain("hidden").contains("Single runs");
        assertThat(said(2, "compare", log, Files.createDirectories(folder.resolve("none")).toString()))
                .contains("none has no files in it");
    }

    private static String from(String input, int code, String... arguments) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return said(code, arguments);
        } finally {
            System.setIn(before);
        }
    }

    /** Returns what is printed to standard output and standard error: never the name of an exception. */
    private static String said(int code, String... arguments) {
        var out = System.out;
        var err = System.err;
        var said = new ByteArrayOutputStream();
        var both = new PrintStream(said, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        int ended;
        try {
            ended = Main.execute(arguments);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        var text = said.toString(StandardCharsets.UTF_8);
        assertThat(ended).as(text).isEqualTo(code);
        assertThat(text).doesNotContain("Exception", "java.", "\tat ");
        return text;
    }
}
