package org.gpucomm.runner.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.canonical.FingerprintFile;
import org.gpucomm.runner.output.Parsed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

/** Programs of somebody else's as steps of a plan: shell scripts that print what nccl-tests prints. */
@Timeout(60)
class ProgramStepsTest {

    /** Prints the log of a run whose bandwidth follows NCCL_ALGO, so that rows can be distinguished. */
    private static final String NCCL_TESTS = """
            #!/bin/sh
            case ${NCCL_ALGO:-} in Ring) time=40.00 bw=26.21 ;; *) time=20.00 bw=52.43 ;; esac
            echo "$NCCL_ALGO" >>"$CALLS"
            cat <<LOG
            # nThread 1 nGpus 2 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
            #
            # Using devices
            #  Rank  0 Group  0 Pid   4711 on     node-7 device  0 [0000:0f:00] NVIDIA H200
            #  Rank  1 Group  0 Pid   4711 on     node-7 device  1 [0000:10:00] NVIDIA H200
            #
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                 1048576        262144     float     sum      -1    $time   $bw   $bw      ${WRONG:-0}    $time   $bw   $bw      0
                 2097152        524288     float     sum      -1    80.00   26.21   26.21      0    80.00   26.21   26.21      0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 32.77
            #
            LOG
            exit ${CODE:-0}
            """;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path results = Path.of("");
    private Path calls = Path.of("");

    @BeforeEach
    void programs() throws IOException {
        results = folder.resolve("r.csv");
        calls = folder.resolve("calls");
        script("all_reduce_perf", NCCL_TESTS);
    }

    @Test
    void theRowsThatAProgramPrintsBecomeSectionsWithTheSettings() throws Exception {
        assertThat(run(plan(""))).as(err.toString()).isZero();
        var rows = Parsed.rows(results);
        assertThat(rows).hasSize(2 * 2 * 2 * 2);
        assertThat(rows).extracting(row -> row.section() + " " + row.settings().only("NCCL_ALGO"::equals) + " "
                + Objects.requireNonNull(row.outcome().time()).value())
                .contains("1 NCCL_ALGO=Ring 40.00", "2 NCCL_ALGO=Tree 20.00", "3 NCCL_ALGO=Tree 20.00",
                        "4 NCCL_ALGO=Ring 40.00");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.stack().tool()).isEqualTo("nccl-tests");
            assertThat(row.platform().gpu()).isEqualTo("NVIDIA H200");
            assertThat(row.source()).isEqualTo(String.format("%03d-nccl-tests.log", row.section()));
            assertThat(row.startedAt()).matches("20\\d\\d-.*Z");
        });
        assertThat(folder.resolve("r.csv.files/002-nccl-tests/002-nccl-tests.log")).content()
                .startsWith("# nThread 1").endsWith("#\n");
        assertThat(folder.resolve("r.fingerprint.json")).content().contains("\"section\":4", "node-7");
        assertThat(out.toString()).contains(
                "# Step 1 of 4, about 4 min left; repetition 1: NCCL_ALGO=Ring CALLS=" + calls + " nccl-tests: ",
                "# Avg bus bandwidth    : 32.77");
    }

    @Test
    void aProgramThatFailsIsSaidInItsOwnWordsAndRunAgainWithResume() throws Exception {
        script("fails", """
                #!/bin/sh
                echo "node-7:4711 [0] NCCL INFO NET/Plugin: no such plugin, using internal"
                [ -e "$CALLS" ] && exec "$(dirname "$0")/all_reduce_perf"
                echo "node-7: Test NCCL failure common.cu:1005 'unhandled cuda error'" >&2
                echo " .. node-7 pid 4711: Test failure common.cu:891" >&2
                exit 3
                """);
        var plan = plan("fails", "");
        assertThat(run(plan)).isEqualTo(1);
        assertThat(out.toString()).contains("gpucomm: step 1 failed with code 3: “node-7: Test NCCL failure "
                + "common.cu:1005 'unhandled cuda error'”; all that it printed is in " + folder + "/r.csv.files/001-",
                "gpucomm: 4 of 4 steps failed; --resume tries them again");
        assertThat(results).doesNotExist();
        Files.createFile(calls);
        assertThat(run(plan, "--resume")).isZero();
        assertThat(Parsed.rows(results)).hasSize(16);
        assertThat(run(plan, "--resume")).isZero();
        assertThat(calls).content().hasLineCount(4);
    }

    @Test
    void wrongDataIsAResultEvenWhereTheProgramEndsWithAnotherCode() throws Exception {
        var plan = plan("environment: {WRONG: '7', CODE: '9'}");
        assertThat(run(plan)).isEqualTo(1);
        assertThat(out.toString()).contains("some results are wrong data").doesNotContain("failed");
        assertThat(Parsed.rows(results)).filteredOn(row -> "7".equals(String.valueOf(row.outcome().wrong())))
                .hasSize(4);
    }

    @Test
    void aProgramThatPrintsNoResultsHasFailedThoughItEndsWell() throws Exception {
        script("silent", "#!/bin/sh\necho all is well\n");
        assertThat(run(plan("silent", ""))).isEqualTo(1);
        assertThat(out.toString()).contains("gpucomm: step 1 printed no results: no known format");
        assertThat(run(plan("all_reduce_perf", "reads: [table.csv]"), "--overwrite")).isEqualTo(1);
        assertThat(out.toString()).contains("gpucomm: step 1 did not write table.csv");
    }

    @Test
    void resultsInFilesOfTheProgramAreReadFromTheFolderOfTheStep() throws Exception {
        script("writes", "#!/bin/sh\necho nothing to see\n\"$(dirname \"$0\")/all_reduce_perf\" >\"$1\"\n");
        Files.writeString(folder.resolve("p.yaml"), """
                programs:
                  - name: two
                    command: [%s, "{files}/a.log"]
                    reads: [a.log, a.log]
                """.formatted(folder.resolve("writes")));
        assertThat(run(folder.resolve("p.yaml"))).as(out.toString()).isZero();
        // Two files of one section each: the second's has a number that no step has.
        assertThat(Parsed.rows(results)).extracting(Measurement::section).containsOnly(1, 10_001);
        assertThat(Parsed.rows(results)).extracting(Measurement::source).containsOnly("a.log");
    }

    @Test
    void aStepWhoseRowsAreThereAndWhichTheJournalLacksIsReplacedNotDoubled() throws Exception {
        assertThat(run(plan(""))).isZero();
        var journal = Journal.beside(results);
        var lines = Files.readAllLines(journal);
        Files.write(journal, lines.subList(0, 3));
        Files.writeString(results, Files.readString(results) + "torn,4,nccl-te");
        assertThat(run(plan(""), "--resume")).as(err.toString()).isZero();
        assertThat(Parsed.rows(results)).hasSize(16).extracting(row -> row.section() + " "
                + Objects.requireNonNull(row.workload().messageSize()) + row.workload().placement())
                .doesNotHaveDuplicates();
    }

    @Test
    void overwritingLeavesNoFingerprintOfTheFormerRun() throws Exception {
        assertThat(run(plan(""))).isZero();
        var fingerprints = FingerprintFile.beside(results);
        assertThat(fingerprints.read().sections()).containsKey(3);
        Files.writeString(folder.resolve("plan.yaml"),
                Files.readString(folder.resolve("plan.yaml")).replace("repetitions: 2", "repetitions: 1"));
        assertThat(run(folder.resolve("plan.yaml"), "--overwrite")).as(err.toString()).isZero();
        assertThat(fingerprints.read().sections()).containsOnlyKeys(1, 2);
    }

    @Test
    void aCharacterThatComesInTwoPartsIsShownWhole() throws Exception {
        script("parts", "#!/bin/sh\nprintf 'gr\\303'\nsleep 0.3\nprintf '\\274n\\n'\n");
        assertThat(run(plan("parts", ""))).isEqualTo(1);
        assertThat(out.toString()).contains("grün\n");
    }

    @Test
    void aProgramThatHangsIsEndedAfterItsTime() throws Exception {
        script("hangs", "#!/bin/sh\nsleep 600\n");
        var plan = plan("hangs", "");
        Files.writeString(plan, Files.readString(plan) + "timeout: 1s\n");
        assertThat(run(plan)).isEqualTo(1);
        assertThat(out.toString()).contains("step 1 took longer than 1 s and was ended");
    }

    @Test
    void aProgramThatIsMissingIsSaidBeforeAnythingRuns() throws Exception {
        assertThat(run(plan("missing", ""))).isEqualTo(3);
        assertThat(err.toString()).contains("gpucomm: step 1 needs " + folder + "/missing, which is not there");
        assertThat(calls).doesNotExist();
    }

    @Test
    void jsonLinesHaveRowsAndFingerprintsInOneFile() throws Exception {
        results = folder.resolve("r.jsonl");
        assertThat(run(plan(""))).as(err.toString()).isZero();
        assertThat(Parsed.rows(results)).hasSize(16);
        assertThat(Files.readString(results)).contains("{\"type\":\"fingerprint\",\"section\":3,");
    }

    private Path plan(String more) throws IOException {
        return plan("all_reduce_perf", more);
    }

    private Path plan(String program, String more) throws IOException {
        return Files.writeString(folder.resolve("plan.yaml"), """
                repetitions: 2
                programs:
                  - name: nccl-tests
                    command: [%s, -b, 1M, -e, 2M, -g, 2]
                    %s
                settings:
                  ring: {NCCL_ALGO: Ring, CALLS: %s}
                  tree: {NCCL_ALGO: Tree, CALLS: %s}
                """.formatted(folder.resolve(program), more, calls, calls));
    }

    private int run(Path plan, String... options) {
        out.getBuffer().setLength(0);
        var arguments = new ArrayList<>(List.of(plan.toString(), "-O", results.toString()));
        arguments.addAll(List.of(options));
        return new CommandLine(new RunCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }

    private void script(String name, String text) throws IOException {
        var file = Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
