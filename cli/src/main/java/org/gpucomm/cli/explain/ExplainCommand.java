package org.gpucomm.cli.explain;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.headline.Headlines;
import org.gpucomm.analysis.headline.MainPoint;
import org.gpucomm.analysis.headline.RankedFindings;
import org.gpucomm.analysis.nextrun.PlanText;
import org.gpucomm.analysis.nextrun.Questions;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.rules.Rules;
import org.gpucomm.cli.evidence.EvidenceCommand;
import org.gpucomm.cli.evidence.HardwareOption;
import org.gpucomm.cli.terminal.JsonText;
import org.gpucomm.cli.terminal.Screen;
import org.gpucomm.results.format.Entry;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that explains the results of all files together. */
@Command(name = "explain", mixinStandardHelpOptions = true,
        description = "Says what results mean: first the one thing that matters, then at most five findings.",
        footer = {"",
                "Exit code 0; 1 if something is wrong with the results (wrong data, an aborted run) or a file has none;",
                "2 usage."})
public final class ExplainCommand extends EvidenceCommand {

    private static final int SOMETHING_WRONG = 1;

    enum OutputFormat {
        text,
        md,
        json
    }

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = "Logs or tables in any format that convert reads, or "
                    + "folders of them; - is standard input.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--format", defaultValue = "text", paramLabel = "FORMAT",
            description = "text, md (Markdown) or json. Default: ${DEFAULT-VALUE}.")
    private OutputFormat format = OutputFormat.text;

    @Mixin
    private HardwareOption hardware = new HardwareOption();

    @Option(names = "--all",
            description = "Every finding; without it at most five, and no background such as fits.")
    private boolean all;

    @Override
    public Integer call() throws IOException {
        var rules = new Rules(hardware.profiles());
        var gathered = readAssuming(files);
        var evidence = gathered.evidence();
        var findings = withNextRuns(evidence, rules.examine(evidence), gathered.facts());
        boolean hasRatios = gathered.facts().stream().anyMatch(fact -> fact.name().equals(Entry.Fact.RATIOS));
        if (!evidence.observations().isEmpty() || !findings.isEmpty() || hasRatios) {
            print(Headlines.of(evidence, evidence, gathered.facts(), findings), RankedFindings.of(findings));
        } else if (format == OutputFormat.json) {
            out().println(JsonText.of(new FindingsJson(null, List.of(), 0, refused())));
        } else {
            out().println("No measurements found" + reason() + ".");
        }
        out().flush();
        return findings.stream().anyMatch(finding -> finding.severity() == Severity.WRONG) || isAnyRefused()
                ? SOMETHING_WRONG
                : 0;
    }

    /** Returns the reason why the only file was refused, in its first sentence; empty if there are several. */
    private String reason() {
        if (refused().size() != 1) {
            return "";
        }
        var reason = refused().getFirst();
        int start = reason.indexOf(": ");
        int end = reason.indexOf(". ", start);
        return reason.substring(start, end < 0 ? reason.length() : end);
    }

    private void print(MainPoint first, RankedFindings findings) {
        if (format == OutputFormat.json) {
            out().println(JsonText.of(FindingsJson.of(first, findings, all, refused())));
        } else {
            new FindingPrinter(out(), Screen.ofThisProcess(), format == OutputFormat.md).print(first, findings, all);
        }
    }

    private List<Finding> withNextRuns(Evidence evidence, List<Finding> findings, List<RunFact> facts) {
        var questions = Questions.of(evidence, findings, facts);
        return questions.open().isEmpty()
                ? findings
                : questions.withCommand(findings, PlanText.commands(files, questions));
    }

    /**
     * JSON of the findings about files.
     *
     * @param headline null if there are no measurements and no failures
     * @param findings most severe finding first
     * @param more     number of further findings, which {@code --all} lists
     * @param refused  one sentence for each file without results
     */
    record FindingsJson(@Nullable MainPoint headline, List<Item> findings, int more, List<String> refused) {

        static FindingsJson of(MainPoint headline, RankedFindings ordered, boolean all, List<String> refused) {
            return new FindingsJson(headline, (all ? ordered.all() : ordered.first()).stream().map(Item::of).toList(),
                    all ? 0 : ordered.more().size(), refused);
        }

        /** @param rows all rows behind the finding */
        record Item(String rule, Severity severity, Confidence confidence, String sentence, List<Quantity> numbers,
                List<RowRef> rows, @Nullable String next) {

            static Item of(Finding finding) {
                return new Item(finding.rule(), finding.severity(), finding.confidence(), finding.sentence(),
                        finding.numbers(), finding.rows(), finding.next());
            }
        }
    }
}
