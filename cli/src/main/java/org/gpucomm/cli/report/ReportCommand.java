package org.gpucomm.cli.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.gpucomm.figures.report.StudyReport;
import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.figures.Results;
import org.gpucomm.figures.report.StudyReport.NothingStudied;
import org.gpucomm.cli.terminal.TerminalCommand;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpucomm report}: compares a user's rows with the EFA study. */
@Command(name = "report", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Writes one HTML page with your measurements beside those of the EFA study.",
                "It has each claim for both, and each figure of both. ./gpucomm run data/h200/study.yaml measures them."},
        footer = {"", "Exit code 0; 1 if no row is of what the study measured; 2 usage."})
public final class ReportCommand extends TerminalCommand {

    private static final int NOTHING = 1;

    @Option(names = "--out", paramLabel = "FILE", defaultValue = "report.html",
            description = "The page to write. It needs no other file. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("report.html");

    @Parameters(paramLabel = "SOURCE", arity = "1..*",
            description = {
                    "A log or CSV, a folder (every .csv, .log, .txt and .out file below it), - for standard input,",
                    "or the address of an upload: http://HOST:PORT/uploads/ID."})
    private List<String> sources = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        doing("writing the report");
        for (var source : sources) {
            if (!Results.isSource(source)) {
                throw usage("SOURCE must be a file, a folder or the address of an upload, and " + source + " is none");
            }
        }
        checkOutput("--out", out);
        var results = Results.of(sources);
        results.leftOut().ifPresent(this::complain);
        if (results.rows().isEmpty()) {
            complain("there are no measurements in " + String.join(", ", sources));
            return NOTHING;
        }
        try {
            Files.writeString(out, StudyReport.html(results.rows()));
        } catch (InvalidSpec | NothingStudied e) {
            complain(String.valueOf(e.getMessage()));
            return NOTHING;
        }
        out().println(out);
        out().flush();
        return 0;
    }
}
