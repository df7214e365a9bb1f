package org.gpucomm.cli.tune;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.gpucomm.analysis.tuning.AgainstNoPlugin;
import org.gpucomm.analysis.tuning.Trials;
import org.gpucomm.analysis.tuning.TuningResult;
import org.gpucomm.results.Operation;
import org.gpucomm.cli.evidence.EvidenceCommand;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that writes a tuner file if it beats NCCL's own choice, and the plan that compares the file with no plugin. */
@Command(name = "tune", mixinStandardHelpOptions = true,
        description = {
                "Writes an NCCL tuner file from runs over algorithms, protocols and channels.",
                "Also writes the plan that compares it with no plugin. If nothing wins, it prints the reason and no file."},
        footer = {"", "docs/tuning.md says what to measure and how it is judged.",
                "Exit code 0; 1 if there is no file that wins, or a file has no results; 2 usage."})
public final class TuneCommand extends EvidenceCommand {

    private static final int NO_FILE = 1;

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = "Logs or tables in any format that convert reads, or folders of them; - is standard input.")
    private List<Path> files = new ArrayList<>();

    @Option(names = {"-o", "--output"}, paramLabel = "TUNER.csv", defaultValue = "tuner.csv",
            description = "The tuner file; an existing one is replaced. Default: ${DEFAULT-VALUE}.")
    private Path output = Path.of("tuner.csv");

    @Option(names = "--plan", paramLabel = "PLAN.yaml",
            description = "The plan of the comparison with no plugin. Default: beside the tuner file, its name with -ab.yaml.")
    private @Nullable Path plan;

    @Option(names = "--plugin", paramLabel = "LIBRARY", defaultValue = "libnccl-tuner-example.so",
            description = "What the plan sets NCCL_TUNER_PLUGIN to. Default: ${DEFAULT-VALUE}.")
    private String plugin = "";

    @Option(names = "--unused", paramLabel = "COLLECTIVE", split = ",",
            description = "Collectives that the job never calls, by commas: all_gather, reduce_scatter, broadcast, reduce.")
    private List<String> unused = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        checkOutput("--output", output);
        checkOutput("--plan", plan);
        var never = unused();
        var trials = Trials.of(read(files).evidence());
        trials.problems().forEach(this::complain);
        return switch (TuningResult.of(trials, never)) {
            case TuningResult.Refused refused -> {
                complain("no tuner file is written:");
                refused.reasons().forEach(reason -> complain("  " + reason));
                yield NO_FILE;
            }
            case TuningResult.Winning winning -> {
                write(winning, trials, never);
                yield isAnyRefused() ? NO_FILE : 0;
            }
        };
    }

    private void write(TuningResult.Winning winning, Trials trials, Set<Operation> never) throws IOException {
        Files.writeString(output, winning.file().text(winning.wins(), never), StandardCharsets.UTF_8);
        var beside = plan == null
                ? output.resolveSibling(String.valueOf(output.getFileName()).replaceFirst("\\.csv$", "") + "-ab.yaml")
                : plan;
        Files.writeString(beside, AgainstNoPlugin.plan(winning, trials, plugin, output.toAbsolutePath(),
                String.valueOf(beside.getFileName()).replaceFirst("\\.ya?ml$", "")), StandardCharsets.UTF_8);
        for (var win : winning.wins()) {
            out().printf(Locale.ROOT, "%s: %.1f %% shorter with %s%n", TuningResult.words(win.place()),
                    100 * win.gain(),
                    win.choice().orElseThrow().words());
        }
        int places = trials.places().size();
        out().println(output + ": wins at " + winning.wins().size() + " of " + places
                + " places, and keeps what is as fast as NCCL's own choice at the others.");
        out().println(
                "It has lines for the measured communicators only. The plugin runs messages smaller than measured, and"
                        + " communicators of any other number of ranks or nodes, on one channel: measure those that the job has, too.");
        out().println("Hold it against no plugin before you use it: gpucomm run " + beside
                + (trials.places().stream().anyMatch(place -> place.nodes() > 1) ? " --on slurm" : ""));
        out().flush();
    }

    private Set<Operation> unused() {
        var operations = new LinkedHashSet<Operation>();
        for (var name : unused) {
            operations.add(Operation.ofId(name.strip()).filter(Trials.COLLECTIVES::containsKey)
                    .orElseThrow(() -> usage("--unused must be of " + String.join(", ",
                            Trials.COLLECTIVES.keySet().stream().map(Operation::id).toList()) + ", was '" + name
                            + "'")));
        }
        return operations;
    }
}
