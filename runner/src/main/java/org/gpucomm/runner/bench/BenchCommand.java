package org.gpucomm.runner.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.host.Fingerprint;
import org.gpucomm.runner.host.FingerprintReader;
import org.gpucomm.runner.host.KernelState;
import org.gpucomm.runner.launch.Launch;
import org.gpucomm.runner.launch.LaunchOptions;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rendezvous.ProcessGroup;
import org.gpucomm.runner.rendezvous.ProcessGroupException;
import org.gpucomm.runner.rendezvous.Secret;
import org.gpucomm.runner.output.OutputOptions;
import org.gpucomm.runner.output.Sinks;
import org.gpucomm.runner.rig.ExitCode;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.ProtocolOptions;
import org.gpucomm.runner.rig.Report;
import org.gpucomm.runner.rig.Rig;
import org.gpucomm.runner.rig.Setup;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;

/** Command {@code bench}, which measures an operation of one family on one or more hosts. */
@Command(name = "bench", mixinStandardHelpOptions = true, sortOptions = false,
        footer = {"",
                "Exit codes: 0 done, 1 done and some data were wrong, 2 wrong options, 3 something is missing here,",
                "4 a call failed, a rank was lost or the time ran out.",
                "GPUCOMM_CUDA_LIBRARY, GPUCOMM_NCCL_LIBRARY and the like each name a file to load instead of those found by search."})
public final class BenchCommand implements Callable<Integer> {

    private final Family family;
    private final List<Family> families;
    private final Family.Options options;
    private final ProtocolOptions measuring = new ProtocolOptions();
    private final LaunchOptions process = new LaunchOptions();
    private final OutputOptions output = new OutputOptions();
    private final Map<String, String> environment;
    private final PrintStream terminal;
    private final PrintStream messages;
    private @Nullable String operation;

    @Option(names = "--list", description = "Lists families and operations, and whether they can run here or why not.")
    private boolean list;

    @Option(names = "--format", paramLabel = "text|json", defaultValue = "text", description = "Of --list.")
    private ListFormat format = ListFormat.text;

    /** Formats of the list, named as on the command line. */
    enum ListFormat {
        text,
        json
    }

    private BenchCommand(Family family, List<Family> families, Map<String, String> environment, PrintStream terminal,
            PrintStream messages) {
        this.family = family;
        this.families = families;
        this.options = family.options().get();
        this.environment = environment;
        this.terminal = terminal;
        this.messages = messages;
    }

    /** Returns the command with all families. */
    public static CommandLine commandLine() {
        return commandLine(Families.ALL, System.getenv(), System.out, System.err);
    }

    /**
     * Returns a command for the first family, with a subcommand for each family.
     *
     * @param terminal stream for the table
     * @param messages stream for all other messages
     */
    static CommandLine commandLine(List<Family> families, Map<String, String> environment, PrintStream terminal,
            PrintStream messages) {
        var command = new BenchCommand(families.getFirst(), families, environment, terminal, messages).commandLine(
                "bench",
                "Measures an operation: time, bandwidth and whether the data are right, size by size. Without a family "
                        + "it is " + families.getFirst().about().id() + ".");
        for (var family : families) {
            var about = family.about();
            command.addSubcommand(new BenchCommand(family, List.of(family), environment, terminal, messages)
                    .commandLine(about.id(), about.sentence()));
        }
        return command;
    }

    private CommandLine commandLine(String name, String description) {
        var spec = CommandSpec.forAnnotatedObject(this).name(name);
        spec.addPositional(PositionalParamSpec.builder().index("0").arity("0..1").paramLabel("OPERATION")
                .type(String.class).description(family.about().names() + (family.about().operations().size() == 1
                        ? "; it need not be named."
                        : "; nccl-tests' names such as all_reduce_perf will do."))
                .setter(new CommandLine.Model.ISetter() {
                    @Override
                    public <T> T set(T value) {
                        operation = (String) value;
                        return value;
                    }
                }).build());
        spec.addMixin("family", CommandSpec.forAnnotatedObject(options));
        spec.addMixin("measuring", CommandSpec.forAnnotatedObject(measuring));
        spec.addMixin("process", CommandSpec.forAnnotatedObject(process));
        spec.addMixin("output", CommandSpec.forAnnotatedObject(output));
        spec.usageMessage().description(description).commandListHeading("%nFamilies, each with --help of its own:%n");
        return new CommandLine(spec);
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            var search = new LibrarySearch(environment, Path.of("/"));
            if (list) {
                terminal.print(new FamilyList(families, search).text(format));
                terminal.flush();
                return 0;
            }
            return measured(search);
        } catch (MissingException e) {
            return failed(e.isOfGpus() ? new MissingException(e.getMessage() + instead()) : e);
        } catch (RuntimeException | UnsatisfiedLinkError e) {
            return failed(e);
        }
    }

    /** Runs the benchmark, after checking the arguments as far as possible before a library is opened. */
    private int measured(LibrarySearch everywhere) throws InterruptedException {
        var asked = operation(operation);
        var protocol = measuring.protocol();
        var request = options.request(asked, protocol);
        var place = Launch.detect(environment, process);
        var secret = Secret.choose(process.secret(), environment, place);
        output.check();
        if (place.processes() == 1) {
            output.checkHere();
        }
        var search = request.search(everywhere);
        try (var group = ProcessGroup.at(place, secret, measuring.timeout())) {
            var setup = opened(request, search, place, group);
            var fingerprint = fingerprint(search);
            if (group.process() != 0) {
                return ended(rig(setup, group, fingerprint, null).run(messages), false);
            }
            try (var sink = Sinks.of(output, terminal)) {
                var report = new Report(family.about(), asked, setup, protocol, sink, messages);
                return ended(rig(setup, group, fingerprint, report).run(messages), report.wrong());
            }
        }
    }

    /** Opens the libraries. A failure also ends the other processes, which would otherwise wait for this one. */
    private static Setup opened(Family.Request request, LibrarySearch search, ProcessPlace place, ProcessGroup group) {
        try {
            return request.open(search, place);
        } catch (NativeCallException refusal) {
            var missing = new MissingException(String.valueOf(refusal.getMessage()));
            group.abort(missing.getMessage(), ExitCode.of(missing));
            throw missing;
        } catch (RuntimeException | UnsatisfiedLinkError e) {
            group.abort(String.valueOf(e.getMessage()), ExitCode.of(e));
            throw e;
        }
    }

    private Rig rig(Setup setup, ProcessGroup group, CompletableFuture<Fingerprint> fingerprint,
            @Nullable Report report) {
        return new Rig(setup, measuring.protocol(), KernelState.hostName(Path.of("/")).orElse("localhost"), group,
                fingerprint::join, measuring.timeout(),
                report);
    }

    private org.gpucomm.results.Operation operation(@Nullable String name) {
        var about = family.about();
        var others = families.stream().map(each -> each.about().id()).collect(Collectors.joining(", "));
        if (name == null && about.operations().size() == 1) {
            return about.operations().getFirst().operation();
        }
        if (name == null) {
            throw new IllegalArgumentException("which operation? There are " + about.names());
        }
        return about.named(name).or(() -> options.recipe(name))
                .orElseThrow(() -> new IllegalArgumentException("there is no operation '" + name
                        + "'; there are " + about.names()
                        + (families.size() > 1 ? "; and families with operations of their own: " + others : "")));
    }

    /** Returns a hint at a family that can run here instead, as the end of a sentence. */
    private String instead() {
        var search = new LibrarySearch(environment, Path.of("/"));
        return Families.ALL.stream()
                .filter(other -> other.about() != family.about() && other.options().get().missing(search).isEmpty())
                .findFirst().map(Family::about).map(other -> "; gpucomm bench " + other.id() + " "
                        + other.operations().getFirst().operation().id() + " would run here")
                .orElse("; gpucomm bench --list says what else there is");
    }

    private int ended(@Nullable Throwable failure, boolean wrong) {
        if (failure != null) {
            return failed(failure);
        }
        if (wrong) {
            messages.println("gpucomm: some results hold wrong elements, see the columns #wrong");
        }
        return wrong ? ExitCode.WRONG_DATA : 0;
    }

    private int failed(Throwable failure) {
        if (failure instanceof ProcessGroupException group && !group.isReportedHere()) {
            return group.exitCode();
        }
        boolean expected = failure instanceof RuntimeException || failure instanceof UnsatisfiedLinkError;
        messages.println("gpucomm: " + (expected && failure.getMessage() != null ? failure.getMessage() : failure));
        if (!expected || failure instanceof NullPointerException || failure instanceof ClassCastException) {
            failure.printStackTrace(messages);
        }
        return ExitCode.of(failure);
    }

    /** Starts reading the fingerprint in parallel to opening the devices, which takes about as long with EFA. */
    private static CompletableFuture<Fingerprint> fingerprint(LibrarySearch search) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new FingerprintReader(search).read();
            } catch (IOException unreadable) {
                return Fingerprint.EMPTY;
            }
        });
    }
}
