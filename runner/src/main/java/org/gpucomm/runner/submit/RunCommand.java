package org.gpucomm.runner.submit;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.gpucomm.results.Bench;
import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.output.RowFormat;
import org.gpucomm.runner.output.ShownDuration;
import org.gpucomm.runner.plan.Plan;
import org.gpucomm.runner.plan.PlanReader;
import org.gpucomm.runner.rig.ExitCode;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.upload.UploadOptions;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code run}, which runs a plan on this host or on a cluster: each step in processes of its own, into one result file. */
@Command(name = "run", mixinStandardHelpOptions = true,
        description = "Runs the benchmarks and programs of a plan, interleaved, into one file of results.",
        footer = {"", "A plan is described in docs/plans.md.",
                "Exit code 0; 1 if data was wrong or a step failed; 2 usage or a bad plan;",
                "3 if something is missing here."})
public final class RunCommand implements Callable<Integer> {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    @Parameters(paramLabel = "PLAN.yaml", description = "The plan.")
    private Path file = Path.of("");

    @Option(names = "--on", paramLabel = "local|slurm|kubernetes", defaultValue = "local",
            description = "Where: on this host, as a batch job of Slurm, or as an MPIJob of Kubernetes. Default: local.")
    private String on = "local";

    @Option(names = {"-O", "--output"}, paramLabel = "FILE",
            description = "File of results, .csv or .jsonl. Default: the plan's own, else its name with .csv.")
    private @Nullable Path output;

    @Option(names = "--resume", description = "Goes on with an interrupted run: steps that are done are not run again.")
    private boolean resume;

    @Option(names = "--overwrite", description = "Replaces the file of results if it exists.")
    private boolean overwrite;

    @Option(names = "--dry-run",
            description = "Shows the steps in their order, how long they may take and what would be sent; runs nothing.")
    private boolean dryRun;

    @Option(names = "--start", paramLabel = "direct|srun|mpirun", defaultValue = "direct",
            description = "How this host starts the processes of a step. srun is for inside an allocation of Slurm, "
                    + "mpirun for the launcher of an MPIJob. Default: direct.")
    private String start = "direct";

    @Option(names = "--runner", paramLabel = "FILE",
            description = "The program that starts gpucomm on the nodes of Slurm. Default: this one, which they must see.")
    private @Nullable String runner;

    @Option(names = "--report", hidden = true, description = "Prints the results of each step as lines of the log.")
    private boolean report;

    @Mixin
    private UploadOptions upload = new UploadOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final List<Bench> families;
    private final @Nullable StepLauncher launcher;
    private final PrintStream messages;

    public RunCommand() {
        this(null, System.err);
    }

    RunCommand(@Nullable StepLauncher launcher, PrintStream messages) {
        this(Bench.ALL, launcher, messages);
    }

    /**
     * @param families families allowed in plans
     * @param launcher launcher of steps; null for that of the options
     * @param messages stream for messages about uploads
     */
    RunCommand(List<Bench> families, @Nullable StepLauncher launcher, PrintStream messages) {
        this.families = families;
        this.launcher = launcher;
        this.messages = messages;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            var where = oneOf("--on", on, Where.values());
            var starting = oneOf("--start", start, LaunchMethod.values());
            checkOptions();
            // Reading may count the GPUs of this host.
            var plan = PlanReader.read(file, families, RunCommand::gpusOfThisHost);
            var results = results(plan);
            if (!dryRun) {
                prepare(results);
            }
            var journal = dryRun && !resume ? Journal.empty(results) : Journal.open(results, plan.steps());
            var cluster = switch (where) {
                case LOCAL -> null;
                case SLURM -> new SlurmJob(plan, file, results, runner == null ? gpucomm() : List.of(runner));
                case KUBERNETES -> new KubernetesJob(plan, file, results, journal, Instant.now());
            };
            if (dryRun) {
                show(plan, results, journal);
                if (cluster != null) {
                    out().print("\n" + cluster.sent());
                    out().flush();
                }
                return 0;
            }
            return run(plan, results, journal, cluster, starting);
        } catch (InvalidSpec | PlanException | IllegalArgumentException e) {
            return fail(e, ExitCode.USAGE);
        } catch (IOException e) {
            return fail(e, ExitCode.MISSING);
        }
    }

    private static int gpusOfThisHost() {
        return switch (Cuda.load(LibrarySearch.ofThisMachine())) {
            case Availability.Present<Cuda> present -> present.library().gpus().size();
            case Availability.Absent<Cuda> absent -> throw new MissingException(absent.words());
        };
    }

    private enum Where {
        LOCAL,
        SLURM,
        KUBERNETES
    }

    private static <T extends Enum<T>> T oneOf(String option, String text, T[] values) throws PlanException {
        return Arrays.stream(values).filter(value -> value.name().toLowerCase(Locale.ROOT).equals(text)).findFirst()
                .orElseThrow(() -> new PlanException(option + " must be "
                        + Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")).replaceFirst(", ([^,]*)$", " or $1")
                        + ", was '" + text + "'"));
    }

    private int run(Plan plan, Path results, Journal journal, @Nullable Cluster cluster, LaunchMethod starting)
            throws IOException, PlanException, InterruptedException {
        try (var uploads = new PlanUploads(
                upload.uploads(starting == LaunchMethod.DIRECT ? plan.upload() : null, messages),
                plan, results)) {
            boolean nothingLeft = plan.steps().stream().allMatch(journal::isDone);
            if (!nothingLeft) {
                uploads.begin();
            }
            int code = cluster == null || nothingLeft
                    ? runHere(plan, results, journal, uploads, starting)
                    : cluster.run(out());
            if (plan.steps().stream().allMatch(Journal.open(results, plan.steps())::isDone)) {
                uploads.send();
            }
            return code;
        }
    }

    private int runHere(Plan plan, Path results, Journal journal, PlanUploads uploads, LaunchMethod starting)
            throws IOException, PlanException, InterruptedException {
        var steps = launcher;
        if (steps == null) {
            var commands = new CommandLines(gpucomm(), starting, plan.clusters());
            commands.check(plan.steps().stream().filter(step -> !journal.isDone(step)).toList(), results);
            steps = new ProcessLauncher(commands, Redirect.INHERIT, out());
        }
        return new PlanRun(plan, results, steps, journal, (step, took) -> {
            if (report) {
                LoggedResults.print(out(), step, took, results);
            }
        }, uploads, out(), InstantSource.system(), new StepTime()).run();
    }

    /** Returns the command line that started this program, up to its subcommand, because its JVM options affect times. */
    private static List<String> gpucomm() {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try {
            var words = Arrays.asList(Files.readString(COMMAND_LINE, StandardCharsets.UTF_8).split("\0"));
            int end = words.indexOf("run");
            if (end > 0) {
                var command = new ArrayList<>(words.subList(0, end));
                command.set(0, java);
                return command;
            }
        } catch (IOException noLinux) {
            // The class path is enough to start the program again.
        }
        return List.of(java, "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                "org.gpucomm.runner.Main");
    }

    private Path results(Plan plan) {
        if (output != null) {
            return output;
        }
        return plan.output() != null ? plan.output() : Path.of(plan.name() + ".csv");
    }

    private void checkOptions() throws PlanException {
        if (resume && overwrite) {
            throw new PlanException("--resume goes on with a file and --overwrite replaces it; give one of them");
        }
        if (output != null) {
            RowFormat.of(output);
        }
        upload.check(null);
    }

    private void prepare(Path results) throws IOException, PlanException {
        if (overwrite) {
            Files.deleteIfExists(results);
            RowFormat.of(results).forget();
            Files.deleteIfExists(Journal.beside(results));
        } else if (!resume && (Files.exists(results) || Files.exists(Journal.beside(results)))) {
            throw new PlanException(results + " or its journal " + Journal.beside(results)
                    + " exists; --resume goes on with it, --overwrite replaces it");
        }
    }

    private void show(Plan plan, Path results, Journal journal) {
        var times = new StepTime();
        var steps = plan.steps();
        var left = steps.stream().filter(step -> !journal.isDone(step)).toList();
        steps.stream().filter(journal::isDone).forEach(step -> times.measured(step, journal.took(step)));
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
}
