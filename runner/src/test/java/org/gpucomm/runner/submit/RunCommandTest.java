package org.gpucomm.runner.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.gpucomm.results.Measurement;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.output.UploadServer;
import org.gpucomm.runner.plan.PlanStep;
import org.gpucomm.runner.submit.StepLauncher.Ended;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

@Timeout(120)
class RunCommandTest {

    private static final String PLAN = """
            operations: [all_reduce]
            gpus: 2
            sizes: {from: 4, to: 16, factor: 2}
            repetitions: 2
            settings:
              ring: {NCCL_ALGO: Ring}
              tree: {NCCL_ALGO: Tree}
            """;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
    private final List<String> launched = new ArrayList<>();

    @Test
    void aPlanGivesOneFileWithASectionForEachStep() throws Exception {
        assertThat(run(StandIn.launcher(Redirect.DISCARD), plan(PLAN), "-O", results())).isZero();
        var rows = Parsed.rows(Path.of(results()));
        assertThat(rows).hasSize(4 * 3 * 2);
        assertThat(rows.stream().map(row -> row.section() + " " + row.settings()).distinct()).containsExactly(
                "1 NCCL_ALGO=Ring", "2 NCCL_ALGO=Tree", "3 NCCL_ALGO=Tree", "4 NCCL_ALGO=Ring");
        assertThat(out.toString()).contains("# Step 1 of 4, about ",
                "# Step 4 of 4, about ", "repetition 2: NCCL_ALGO=Ring gpucomm bench all_reduce -b 4 -e 16 -f 2 -g 2");
        assertThat(Journal.beside(Path.of(results()))).content().hasLineCount(4);
    }

    @Test
    void aDryRunShowsTheStepsAndRunsNothing() throws Exception {
        assertThat(run(this::done, plan(PLAN), "--dry-run", "-O", results())).isZero();
        assertThat(launched).isEmpty();
        assertThat(out.toString()).isEqualTo("""
                1  4 s       repetition 1: NCCL_ALGO=Ring gpucomm bench all_reduce -b 4 -e 16 -f 2 -g 2
                2  4 s       repetition 1: NCCL_ALGO=Tree gpucomm bench all_reduce -b 4 -e 16 -f 2 -g 2
                3  4 s       repetition 2: NCCL_ALGO=Tree gpucomm bench all_reduce -b 4 -e 16 -f 2 -g 2
                4  4 s       repetition 2: NCCL_ALGO=Ring gpucomm bench all_reduce -b 4 -e 16 -f 2 -g 2
                plan: 4 steps, about 16 s, into %s
                The settings take turns within a repetition, and each repetition begins with the next of them.
                4 s to start and 20 µs + size / 100 GB/s an operation, and 1 min a program or problem, are assumed where nothing was measured.
                """.formatted(results()));
        assertThat(Path.of(results())).doesNotExist();
    }

    @Test
    void aKilledRunLeavesNoProcessAndIsGoneOnWith() throws Exception {
        var plan = plan(PLAN);
        var run = start(plan, "250");
        while (run.descendants().findAny().isEmpty() || !Files.exists(Path.of(results()))
                || Files.size(Path.of(results())) == 0) {
            assertThat(run.isAlive()).isTrue();
            Thread.sleep(20);
        }
        var steps = run.descendants().toList();
        run.destroy();
        assertThat(run.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(steps).isNotEmpty().noneMatch(ProcessHandle::isAlive);

        assertThat(run(StandIn.launcher(Redirect.DISCARD), plan, "-O", results(), "--resume")).isZero();
        assertThat(Parsed.rows(Path.of(results()))).extracting(RunCommandTest::point).doesNotHaveDuplicates()
                .hasSize(4 * 3 * 2);
    }

    @Test
    void stepsThatAreDoneAreNotRunAgainAndMoreRepetitionsMayFollow() throws Exception {
        assertThat(run(this::done, plan(PLAN), "-O", results())).isZero();
        assertThat(run(this::done, plan(PLAN.replace("repetitions: 2", "repetitions: 3")), "-O", results(), "--resume"))
                .isZero();
        assertThat(launched).containsExactly("1 ring", "2 tree", "3 tree", "4 ring", "5 ring", "6 tree");
    }

    @Test
    void optionsAreRefusedBeforeThePlanAsksForTheGpusOfThisHost() throws Exception {
        var everyGpu = plan(PLAN.replace("gpus: 2", "processes: gpus"));
        assertThat(run(this::done, everyGpu, "--on", "mars")).isEqualTo(2);
        assertThat(run(this::done, everyGpu, "--upload", "host:8101")).isEqualTo(2);
        assertThat(run(this::done, everyGpu, "--resume", "--overwrite")).isEqualTo(2);
        assertThat(run(this::done, everyGpu, "-O", "rows.txt")).isEqualTo(2);
        assertThat(run(this::done, everyGpu, "--upload", "http://h", "--token-file", folder + "/gone")).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(5).satisfiesExactly(
                line -> assertThat(line).contains("--on must be local, slurm or kubernetes, was 'mars'"),
                line -> assertThat(line).contains("--upload must be a URL", "write http://host:8101"),
                line -> assertThat(line).contains("give one of them"),
                line -> assertThat(line).contains("must end in .csv or .jsonl, was 'rows.txt'"),
                line -> assertThat(line).contains("--token-file " + folder + "/gone does not exist"));
    }

    @Test
    void resultsOfAnotherPlanAreRefused() throws Exception {
        run(this::done, plan(PLAN), "-O", results());
        assertThat(run(this::done, plan(PLAN.replace("Ring", "Simple")), "-O", results(), "--resume")).isEqualTo(2);
        assertThat(err.toString()).contains("the results are of another plan: step 1 was 'repetition 1: NCCL_ALGO=Ring "
                + "gpucomm bench all_reduce -b 4 -e 16 -f 2 -g 2' and is now 'repetition 1: NCCL_ALGO=Simple ");
        assertThat(run(this::done, plan(PLAN), "-O", results())).isEqualTo(2);
        assertThat(err.toString()).contains("exists; --resume goes on with it, --overwrite replaces it");
        assertThat(run(this::done, plan(PLAN), "-O", results(), "--overwrite")).isZero();
        assertThat(launched).hasSize(8);
    }

    @Tag("nightly")
    @Test
    void aStepThatFailsIsSaidAndTriedAgainWithResume() throws Exception {
        var plan = plan(PLAN.replace("NCCL_ALGO: Tree", "STAND_IN_CODE: 1"));
        assertThat(run(StandIn.launcher(Redirect.DISCARD), plan, "-O", results())).isEqualTo(1);
        assertThat(out.toString()).contains("gpucomm: step 2 failed with code 1\n",
                "gpucomm: 2 of 4 steps failed; --resume tries them again");
        assertThat(Parsed.rows(Path.of(results()))).extracting(Measurement::section).containsOnly(1, 4);
        assertThat(run(this::done, plan, "-O", results(), "--resume")).isZero();
        assertThat(launched).containsExactly("2 tree", "3 tree");
    }

    @Tag("nightly")
    @Test
    void wrongDataIsAResultAndGivesCode1() throws Exception {
        var plan = plan(PLAN.replace("NCCL_ALGO: Tree", "STAND_IN_WRONG: 7"));
        assertThat(run(StandIn.launcher(Redirect.DISCARD), plan, "-O", results())).isEqualTo(1);
        assertThat(out.toString()).contains("some results are wrong data").doesNotContain("failed");
        assertThat(Parsed.rows(Path.of(results()))).hasSize(24)
                .filteredOn(row -> "7".equals(String.valueOf(row.outcome().wrong()))).hasSize(12);
        // Nothing is left to do, and the results are still wrong.
        assertThat(run(this::done, plan, "-O", results(), "--resume")).isEqualTo(1);
        assertThat(launched).isEmpty();
    }

    @Test
    void whatWouldFailEveryStepEndsThePlanAtOnce() throws Exception {
        assertThat(run((step, output, limit) -> Ended.ofBench(3), plan(PLAN), "-O", results())).isEqualTo(3);
        assertThat(out.toString()).contains("step 1 ended with code 3, as all others would; nothing more is run");
    }

    @Tag("nightly")
    @Test
    void aStepThatHangsIsEndedAfterItsTime() throws Exception {
        var plan = plan(PLAN.replace("NCCL_ALGO: Tree", "STAND_IN_MILLIS: 600000") + "timeout: 3s\n");
        var launcher = StandIn.launcher(Redirect.DISCARD);
        // On a busy machine the steps that do not hang may take longer than three seconds.
        assertThat(run((step, output, limit) -> launcher.run(step, output,
                step.number() == 1 || step.number() == 4 ? Duration.ofMinutes(1) : limit), plan, "-O", results()))
                .isEqualTo(1);
        assertThat(out.toString()).contains("step 2 took longer than 3 s and was ended");
        assertThat(ProcessHandle.current().descendants()
                .filter(p -> p.info().commandLine().orElse("").contains("StandIn")))
                .isEmpty();
        assertThat(Parsed.rows(Path.of(results()))).extracting(Measurement::section).containsOnly(1, 4);
    }

    @Test
    void theFileIsUploadedWhenAllStepsAreDone() throws Exception {
        try (var server = UploadServer.start(0, "")) {
            var upload = List.of("--upload", server.url(), "--spool", folder.resolve("spool").toString(), "-O",
                    results());
            run((step, output, limit) -> step.number() == 3 ? Ended.ofBench(9) : done(step, output, limit), plan(PLAN),
                    upload.toArray(String[]::new));
            assertThat(server.uploads()).isEmpty();
            var again = new ArrayList<>(upload);
            again.add("--resume");
            run(StandIn.launcher(Redirect.DISCARD), plan(PLAN), again.toArray(String[]::new));
            assertThat(server.uploads()).hasSize(1);
            assertThat(messages.toString(StandardCharsets.UTF_8)).contains("results.jsonl is uploaded: http://");
        }
    }

    @Tag("nightly")
    @Test
    void thePlanNamesTheServerAndTheCommandLineGoesBeforeIt() throws Exception {
        try (var planned = UploadServer.start(0, ""); var asked = UploadServer.start(0, "")) {
            var plan = plan(PLAN + "upload: " + planned.url() + "\n");
            var spool = folder.resolve("spool").toString();
            run(StandIn.launcher(Redirect.DISCARD), plan, "-O", results(), "--spool", spool);
            assertThat(planned.uploads()).hasSize(1);
            run(StandIn.launcher(Redirect.DISCARD), plan, "-O", results(), "--spool", spool, "--overwrite", "--upload",
                    asked.url());
            assertThat(planned.uploads()).hasSize(1);
            assertThat(asked.uploads()).hasSize(1);
        }
    }

    @Test
    void aBadPlanIsUsage() throws Exception {
        assertThat(run(this::done, plan(PLAN.replace("gpus", "gpu")), "-O", results())).isEqualTo(2);
        assertThat(err.toString()).contains("plan.yaml:2: gpu is no key here; allowed are name, output, ",
                "; did you mean gpus?");
    }

    /** Stand-ins of Slurm's commands: a long log whose last line has no end, and a job that is over when it is cancelled. */
    @Test
    void theWholeLogOfASlurmJobIsShown() throws Exception {
        tool("sbatch", "yes 0123456789 | head -c 3000000 >results.csv.log; printf end >>results.csv.log; echo 7");
        tool("scontrol", "echo JobState=COMPLETED Reason=None ExitCode=0:0");
        var run = slurm().end();
        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output().length()).isGreaterThan(3_000_000);
        assertThat(run.output()).endsWith("end");
    }

    @Test
    void aSlurmJobIsCancelledWhenItsSubmitterIsKilled() throws Exception {
        tool("sbatch", "echo 7");
        tool("scontrol", "[ -e over ] && echo JobState=CANCELLED Reason=None || echo JobState=RUNNING Reason=None");
        tool("scancel", "touch over; sleep 4");
        var run = slurm();
        while (!run.text().contains("job 7 is RUNNING")) {
            assertThat(run.process().isAlive()).as(run.text()).isTrue();
            Thread.sleep(50);
        }
        run.process().destroy();
        assertThat(run.end().output()).contains("job 7 ended before the plan did, it is CANCELLED")
                .doesNotContain("Exception");
    }

    private Command slurm() throws IOException {
        plan(PLAN);
        return Command.gpucomm(folder, Map.of("PATH", folder + ":" + System.getenv("PATH")), "run", "plan.yaml", "--on",
                "slurm", "-O", "results.csv");
    }

    private void tool(String name, String script) throws IOException {
        var file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Ended done(PlanStep step, Path output, Duration limit) {
        launched.add(step.number() + " " + step.setting().name());
        return Ended.WELL;
    }

    private int run(StepLauncher launcher, Path plan, String... options) {
        out.getBuffer().setLength(0);
        var arguments = new ArrayList<>(List.of(plan.toString()));
        arguments.addAll(List.of(options));
        var command = new RunCommand(launcher, new PrintStream(messages, true, StandardCharsets.UTF_8));
        return new CommandLine(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }

    private Process start(Path plan, String millisecondsASize) throws IOException {
        var command = new ArrayList<>(StandIn.program());
        command.addAll(List.of("run", plan.toString(), "-O", results()));
        var builder = new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        builder.environment().put("STAND_IN_MILLIS", millisecondsASize);
        return builder.start();
    }

    private Path plan(String yaml) throws IOException {
        return Files.writeString(folder.resolve("plan.yaml"), yaml);
    }

    private String results() {
        return folder.resolve("results.csv").toString();
    }

    private static String point(Measurement row) {
        return row.section() + " " + row.settings() + " "
                + Objects.requireNonNull(row.workload().messageSize()).count() + " " + row.workload().placement();
    }
}
