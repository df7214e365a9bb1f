package org.gpucomm.runner.plan;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.gpucomm.runner.output.OutputException;
import org.gpucomm.runner.output.ShownDuration;
import org.gpucomm.runner.output.UploadOptions;
import org.gpucomm.runner.output.Uploads;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a plan: each step is a process of {@code gpucomm bench}, all write one file of results. */
@Command(name = "run", mixinStandardHelpOptions = true,
        description = "Runs the benchmarks of a plan, interleaved, into one file of results.",
        footer = {"", "A plan is described in docs/plans.md.",
                "Exit code 0; 1 if data was wrong or a step failed; 2 usage or a bad plan;",
                "3 if something is missing here."})
public final class RunCommand implements Callable<Integer> {

    private static final int USAGE = 2;
    private static final int MISSING = 3;
    private static final String MAIN_CLASS = "org.gpucomm.runner.Main";

    @Parameters(paramLabel = "PLAN.yaml", description = "The plan.")
    private Path file = Path.of("");

    @Option(names = {"-O", "--output"}, paramLabel = "FILE",
            description = "File of results, .csv or .jsonl. Default: the plan's own, else its name with .csv.")
    private @Nullable Path output;

    @Option(names = "--resume", description = "Goes on with an interrupted run: steps that are done are not run again.")
    private boolean resume;

    @Option(names = "--overwrite", description = "Replaces the file of results if it exists.")
    private boolean overwrite;

    @Option(names = "--dry-run",
            description = "Shows the steps in their order and how long they may take, and runs nothing.")
    private boolean dryRun;

    @Mixin
    private UploadOptions upload = new UploadOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final StepLauncher launcher;
    private final PrintStream messages;

    public RunCommand() {
        this(LocalLauncher.ofThisProgram(MAIN_CLASS), System.err);
    }

    /** @param messages what became of uploads */
    RunCommand(StepLauncher launcher, PrintStream messages) {
        this.launcher = launcher;
        this.messages = messages;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            var plan = PlanReader.read(file);
            var results = results(plan);
            if (dryRun) {
                show(plan, results);
                return 0;
            }
            prepare(results);
            return run(plan, results);
        } catch (PlanException | OutputException e) {
            return fail(e, USAGE);
        } catch (IOException e) {
            return fail(e, MISSING);
        }
    }

    private int run(Plan plan, Path results) throws IOException, PlanException, InterruptedException {
        try (var uploads = new OptionalUploads(upload.uploads(messages))) {
            var journal = Journal.open(results, plan.steps());
            int code = new PlanRun(plan, results, launcher, journal, uploads::retryWaiting, out(),
                    InstantSource.system())
                    .run();
            if (plan.steps().stream().allMatch(journal::isDone)) {
                uploads.send(results);
            }
            return code;
        }
    }

    private Path results(Plan plan) {
        if (output != null) {
            return output;
        }
        return plan.output() != null ? plan.output() : Path.of(plan.name() + ".csv");
    }

    private void prepare(Path results) throws IOException, PlanException {
        if (resume && overwrite) {
            throw new PlanException("--resume goes on with a file and --overwrite replaces it; give one of them");
        }
        if (overwrite) {
            Files.deleteIfExists(results);
            Files.deleteIfExists(Journal.beside(results));
        } else if (!resume && (Files.exists(results) || Files.exists(Journal.beside(results)))) {
            throw new PlanException(results + " or its journal " + Journal.beside(results)
                    + " exists; --resume goes on with it, --overwrite replaces it");
        }
    }

    private void show(Plan plan, Path results) throws IOException, PlanException {
        var times = new StepTime();
        var steps = plan.steps();
        var journal = resume ? Journal.open(results, steps) : null;
        var left = steps.stream().filter(step -> journal == null || !journal.isDone(step)).toList();
        for (var step : steps) {
            if (journal != null && journal.isDone(step)) {
                times.measured(step.benchmark(), journal.took(step));
            }
        }
        int width = Integer.toString(steps.size()).length();
        for (var step : left) {
            out().printf("%" + width + "d  %-8s  %s%n", step.number(), ShownDuration.of(times.of(step)), step);
        }
        out().println(plan.name() + ": " + steps.size() + " steps"
                + (left.size() == steps.size() ? "" : ", of which " + left.size() + " are left") + ", about "
                + ShownDuration.of(times.of(left)) + ", into " + results);
        out().println("The settings take turns within a repetition, and each repetition begins with the next of them.");
        out().println(StepTime.ASSUMPTION + ".");
        out().flush();
    }

    private int fail(Exception e, int code) {
        var err = spec.commandLine().getErr();
        err.println("gpucomm: " + e.getMessage());
        err.flush();
        return code;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Uploads, if they are asked for. */
    private record OptionalUploads(Optional<Uploads> uploads) implements AutoCloseable {

        void retryWaiting() {
            uploads.ifPresent(Uploads::retryWaiting);
        }

        void send(Path results) {
            uploads.ifPresent(to -> to.send(results));
        }

        @Override
        public void close() {
            uploads.ifPresent(Uploads::close);
        }
    }
}
