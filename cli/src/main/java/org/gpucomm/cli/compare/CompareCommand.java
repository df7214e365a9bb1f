package org.gpucomm.cli.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.Optional;

import org.gpucomm.analysis.compare.Comparison;
import org.gpucomm.analysis.compare.ComparisonJson;
import org.gpucomm.analysis.compare.FingerprintDifference;
import org.gpucomm.analysis.compare.Headline;
import org.gpucomm.analysis.headline.Headlines;
import org.gpucomm.analysis.compare.Verdict;
import org.gpucomm.cli.evidence.EvidenceCommand;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.cli.evidence.ServerBaselines;
import org.gpucomm.analysis.nextrun.BothSides;
import org.gpucomm.analysis.nextrun.PlanText;
import org.gpucomm.cli.terminal.FailureWords;
import org.gpucomm.cli.terminal.GivenFile;
import org.gpucomm.cli.terminal.JsonText;
import org.gpucomm.cli.terminal.Screen;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that compares two files, or two folders of repeated runs. */
@Command(name = "compare", mixinStandardHelpOptions = true,
        description = "Says where B is faster or slower than A, how sure that is, and what else differs.",
        footer = {"", "Exit code 0; 1 if --fail-on says so; 2 usage."})
public final class CompareCommand extends EvidenceCommand {

    private static final int FAILED = 1;

    enum OutputFormat {
        text,
        md,
        csv,
        json
    }

    @Parameters(index = "0", paramLabel = "A",
            description = "A log or table, a folder of them, - for standard input, or baseline:NAME of --server: the baseline.")
    private Path a = Path.of("");

    @Parameters(index = "1", paramLabel = "B", description = "What is compared with it.")
    private Path b = Path.of("");

    @Option(names = "--fail-on", paramLabel = "VERDICT",
            description = "Exit with 1 when B is anywhere slower, faster, or ambiguous; may be given several times.")
    private List<Verdict> failOn = List.of();

    @Option(names = "--format", defaultValue = "text", paramLabel = "FORMAT",
            description = "text, md (Markdown), csv or json. Default: ${DEFAULT-VALUE}.")
    private OutputFormat format = OutputFormat.text;

    @Option(names = "--next", paramLabel = "PLAN.yaml",
            description = "Write the plan that would settle what is ambiguous, where there is one; an existing file is replaced.")
    private @Nullable Path next;

    @Mixin
    private ServerBaselines baselines = new ServerBaselines();

    @Override
    public Integer call() throws IOException {
        if (next != null && !next.toString().matches(".*\\.ya?ml")) {
            throw usage("--next must end in .yaml, was '" + next + "'");
        }
        checkOutput("--next", next);
        if (a.equals(GivenFile.STANDARD_INPUT) && b.equals(GivenFile.STANDARD_INPUT)) {
            throw usage("only one of A and B can be standard input");
        }
        var ofA = side(a);
        var ofB = side(b);
        var unmeasured = Stream.of(unmeasured(a, ofA), unmeasured(b, ofB)).flatMap(Optional::stream).toList();
        if (!unmeasured.isEmpty()) {
            throw usage(String.join("; ", unmeasured));
        }
        var comparison = Comparison.of(ofA.evidence(), ofB.evidence());
        var differences = FingerprintDifference.between(ofA.evidence(), ofA.facts(), ofB.evidence(), ofB.facts());
        var headline = new Headline(comparison, name(a), name(b));
        var bothSides = comparison.next(ofA.evidence(), ofB.evidence());
        var nextRun = bothSides.said(plan(bothSides));
        var printer = new ComparisonPrinter(out(), Screen.ofThisProcess(), headline, nextRun, differences);
        switch (format) {
            case text -> printer.text();
            case md -> printer.markdown();
            case csv -> printer.csv();
            case json -> out().println(JsonText.of(ComparisonJson.of(headline, nextRun, differences)));
        }
        out().flush();
        return failOn.stream().anyMatch(verdict -> !comparison.with(verdict).isEmpty()) ? FAILED : 0;
    }

    /** Writes the plan if requested. Returns the command that runs the plan, or null if there is none. */
    private @Nullable String plan(BothSides bothSides) throws IOException {
        if (!bothSides.isPlanned()) {
            return null;
        }
        var questions = bothSides.questions();
        if (next == null) {
            if (!isReadAgain(a) || !isReadAgain(b)) {
                return null;
            }
            var sides = "gpucomm compare " + PlanText.word(a) + " " + PlanText.word(b);
            return sides + " --next next.yaml && " + new PlanText("next", questions, null).command("next.yaml");
        }
        var name = String.valueOf(next.getFileName()).replaceFirst("\\.ya?ml$", "");
        var plan = new PlanText(name, questions, null);
        Files.writeString(next, plan.text(), StandardCharsets.UTF_8);
        return plan.command(PlanText.word(next));
    }

    /** Returns whether the name alone identifies the input, so that a later command can read the input again. */
    private static boolean isReadAgain(Path side) {
        return !side.equals(GivenFile.STANDARD_INPUT) && !ServerBaselines.isNamed(side.toString());
    }

    private EvidenceFiles side(Path path) {
        return ServerBaselines.isNamed(path.toString()) ? baseline(path.toString()) : readAssuming(List.of(path));
    }

    /** Returns what is known of a side without measurements; empty if it has some. */
    private static Optional<String> unmeasured(Path path, EvidenceFiles side) {
        var evidence = side.evidence();
        return evidence.observations().isEmpty()
                ? Optional.of("there are no measurements in " + path + (evidence.flags().isEmpty()
                        ? ""
                        : ": " + Headlines.of(evidence, evidence, side.facts(), List.of()).sentence()))
                : Optional.empty();
    }

    private EvidenceFiles baseline(String name) {
        try {
            return baselines.read(name);
        } catch (IOException e) {
            throw usage(FailureWords.of(e));
        }
    }

    private static String name(Path path) {
        return path.equals(GivenFile.STANDARD_INPUT) ? "standard input" : String.valueOf(path.getFileName());
    }
}
