package org.gpucomm.server.analysis.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.gpucomm.server.analysis.evidence.ServerBaselines;
import org.gpucomm.server.analysis.next.BothSides;
import org.gpucomm.server.analysis.next.PlanText;
import org.gpucomm.server.terminal.JsonText;
import org.gpucomm.server.terminal.Screen;
import org.gpucomm.server.terminal.TerminalCommand;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two files, or two folders of repeated runs. */
@Command(name = "compare", mixinStandardHelpOptions = true,
        description = "Says where B is faster or slower than A, how sure that is, and what else differs.",
        footer = {"", "Exit code 0; 1 if --fail-on says so; 2 usage."})
public final class CompareCommand extends TerminalCommand {

    private static final int FAILED = 1;

    enum OutputFormat {
        text,
        md,
        csv,
        json
    }

    @Parameters(index = "0", paramLabel = "A",
            description = "A log or table, or a folder of them, or baseline:NAME of --server: the base.")
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
        var ofA = read(a);
        var ofB = read(b);
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

    /** Writes the plan where that is asked for. Returns what runs it. */
    private @Nullable String plan(BothSides bothSides) throws IOException {
        if (!bothSides.isPlanned()) {
            return null;
        }
        var questions = bothSides.questions();
        if (next == null) {
            var sides = "gpucomm compare " + PlanText.word(a) + " " + PlanText.word(b);
            return sides + " --next next.yaml && " + new PlanText("next", questions, null).command("next.yaml");
        }
        var name = String.valueOf(next.getFileName()).replaceFirst("\\.ya?ml$", "");
        var plan = new PlanText(name, questions, null);
        Files.writeString(next, plan.text(), StandardCharsets.UTF_8);
        return plan.command(PlanText.word(next));
    }

    private EvidenceFiles read(Path path) throws IOException {
        var gathered = new EvidenceFiles();
        if (ServerBaselines.isNamed(path.toString())) {
            try {
                baselines.read(path.toString(), gathered);
            } catch (IOException e) {
                throw usage(String.valueOf(e.getMessage()));
            }
            return gathered;
        }
        @Nullable
        String unread = null;
        for (var file : files(path)) {
            try {
                gathered.add(Files.newInputStream(file), String.valueOf(file.getFileName()), file.toString());
            } catch (UnreadableFile e) {
                unread = file + ": " + e.getMessage();
            }
        }
        if (gathered.evidence().observations().isEmpty()) {
            throw usage(unread == null ? path + " has no files in it" : unread);
        }
        return gathered;
    }

    private List<Path> files(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            return List.of(path);
        }
        if (!Files.isDirectory(path)) {
            throw usage(path + " does not exist");
        }
        try (Stream<Path> walk = Files.walk(path)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}
