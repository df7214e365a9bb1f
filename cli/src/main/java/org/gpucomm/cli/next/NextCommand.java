package org.gpucomm.cli.next;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.analysis.nextrun.PlanText;
import org.gpucomm.analysis.nextrun.Questions;
import org.gpucomm.analysis.nextrun.RepetitionsNeeded;
import org.gpucomm.cli.evidence.EvidenceCommand;
import org.gpucomm.cli.evidence.HardwareOption;
import org.gpucomm.analysis.rules.Rules;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that writes the plan of the next run, which answers the questions that the results leave open. */
@Command(name = "next", mixinStandardHelpOptions = true,
        description = {"Writes the plan of the next run, which answers what results leave open.",
                "The plan is interleaved, on as many hosts, and repeats as often as their noise requires."},
        footer = {"", "gpucomm run PLAN runs it; explain on both results says what is open then.",
                "Exit code 0, also where nothing is open; 1 if what is open only the original program can measure,",
                "or a file has no results; 2 usage."})
public final class NextCommand extends EvidenceCommand {

    private static final int NOT_ALL = 1;

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = "Logs or tables in any format that convert reads, or folders of them; - is standard input.")
    private List<Path> files = new ArrayList<>();

    @Option(names = {"-o", "--output"}, paramLabel = "PLAN.yaml",
            description = "The plan; an existing file is replaced. Default: standard output.")
    private @Nullable Path output;

    @Option(names = "--upload", paramLabel = "URL",
            description = "Server that the plan sends its results to: http://host:8080.")
    private @Nullable String server;

    @Mixin
    private HardwareOption hardware = new HardwareOption();

    @Override
    public Integer call() throws IOException {
        if (output != null && !output.toString().matches(".*\\.ya?ml")) {
            throw usage("--output must end in .yaml, was '" + output + "'");
        }
        checkOutput("--output", output);
        var url = server == null ? null : server("--upload", server).toString();
        var gathered = read(files);
        var evidence = gathered.evidence();
        if (evidence.observations().isEmpty()) {
            complain("there are no results in " + files);
            return NOT_ALL;
        }
        var questions = Questions.of(evidence, new Rules(hardware.profiles()).examine(evidence), gathered.facts());
        for (var finding : questions.unmeasured()) {
            complain("gpucomm cannot measure what this is of; repeat the program itself: " + finding.sentence());
        }
        for (var question : questions.noisy()) {
            complain(String.format(Locale.ROOT,
                    "at a noise of %.0f %% more than %d repetitions would not settle this; make"
                            + " the machine quieter first: %s",
                    100 * question.noise(), RepetitionsNeeded.MOST,
                    question.finding().sentence()));
        }
        int code = questions.unmeasured().isEmpty() && !isAnyRefused() ? 0 : NOT_ALL;
        if (questions.open().isEmpty()) {
            out().println("Nothing that a next run would settle is open in " + evidence.observations().size()
                    + " measurements.");
            out().flush();
            return code;
        }
        write(new PlanText(name(), questions, url));
        return code;
    }

    private void write(PlanText plan) throws IOException {
        if (output == null) {
            out().print(plan.text());
            out().flush();
            return;
        }
        Files.writeString(output, plan.text(), StandardCharsets.UTF_8);
        out().println((plan.isOfPrograms() ? "It has commands of the logs: read them, then run it: " : "Run it: ")
                + plan.command(output.toString()));
        out().flush();
    }

    /** Returns the plan's name, which is that of its file, so that two plans have different result files. */
    private String name() {
        return output == null ? "next" : String.valueOf(output.getFileName()).replaceFirst("\\.ya?ml$", "");
    }
}
