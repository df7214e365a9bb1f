package org.gpucomm.cli.figures;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import org.gpucomm.figures.Catalogue;
import org.gpucomm.figures.FigureFormat;
import org.gpucomm.figures.FigureFiles;
import org.gpucomm.figures.Results;
import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.chart.Style;
import org.gpucomm.figures.draw.ExportPreset;
import org.gpucomm.figures.spec.FigureSpec;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.gpucomm.figures.chart.Identified;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code gpucomm figures}: draws figures without a server. */
@Command(name = "figures", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Draws figures from the bundled results, or from your own.",
        footer = {"",
                "Exit code 0; 1 if a figure that was asked for has no measurements in the data; 2 usage, or an invalid",
                "spec. docs/figures.md explains how to write a spec of your own."})
public final class FiguresCommand extends TerminalCommand {

    private static final int SOMETHING_MISSING = 1;
    private static final int USAGE = 2;
    private static final int MIN_WIDTH = 100;
    private static final int MAX_WIDTH = 20_000;

    @Option(names = "--data", paramLabel = "SOURCE",
            description = {
                    "Draw from this instead of the bundled results: a log or CSV, a folder (every .csv, .log, .txt",
                    "and .out file below it), - for standard input, or the address of an upload:",
                    "http://HOST:PORT/uploads/ID. Repeatable."})
    private List<String> data = List.of();

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "figures",
            description = "Where to write NAME.FORMAT; made if it is not there. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("figures");

    @Option(names = "--style", paramLabel = "STYLE", defaultValue = "gpucomm",
            description = "gpucomm, or study: as the EFA study drew its five figures. Default: ${DEFAULT-VALUE}.")
    private String style = "gpucomm";

    @Option(names = "--theme", paramLabel = "THEME", defaultValue = "light",
            description = "Ground of the pictures: light, or dark. Default: ${DEFAULT-VALUE}.")
    private String theme = "light";

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "png",
            description = "png, svg, pdf, csv, json or parquet. Default: ${DEFAULT-VALUE}.")
    private String format = "png";

    @Option(names = "--for", paramLabel = "PAPER", defaultValue = "full",
            description = "full: with title, sentences and source; bare: without them, since a caption has them; column: bare, "
                    + "and 3.3 inches wide for one column of a paper. Default: ${DEFAULT-VALUE}.")
    private String paper = "full";

    @Option(names = "--width", paramLabel = "PIXELS",
            description = "Width of PNG pictures; everything on them grows and shrinks together.")
    private @Nullable Integer width;

    @Option(names = "--spec", paramLabel = "FILE", description = "Draw the figure that FILE describes. Repeatable.")
    private List<Path> specFiles = List.of();

    @Parameters(paramLabel = "NAME", arity = "0..*",
            description = "Figures to draw. Default: all of the style; with --spec, none of them.")
    private List<String> names = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            doing("drawing");
            return draw(format());
        } catch (InvalidSpec e) {
            complain(String.valueOf(e.getMessage()));
            return USAGE;
        }
    }

    /** Draws the figures. Rows and specs are read in parallel: reading takes a third of the time of drawing five pictures. */
    private int draw(FigureFormat chosen) throws IOException, InterruptedException {
        var reading = new FutureTask<>(() -> data.isEmpty() ? Results.bundled() : Results.of(data));
        Thread.ofPlatform().daemon().start(reading);
        var specs = specs();
        var results = finished(reading);
        results.leftOut().ifPresent(this::complain);
        var written = new FigureFiles(out, chosen, look(), paper(), width, results.rows()).write(specs);
        boolean missing = false;
        for (int i = 0; i < specs.size(); i++) {
            var file = written.get(i);
            if (file.isPresent()) {
                out().println(file.get());
            } else if (wasAskedFor()) {
                complain(specs.get(i).name() + " was not drawn: its spec chooses none of the " + results.rows().size()
                        + " measurements");
                missing = true;
            }
        }
        out().flush();
        if (written.stream().allMatch(Optional::isEmpty)) {
            complain("nothing was drawn: no figure chooses any of the " + results.rows().size() + " measurements");
            missing = true;
        }
        return missing ? SOMETHING_MISSING : 0;
    }

    /** Returns whether the user named figures or uses the bundled data. Otherwise, a figure without rows is no error. */
    private boolean wasAskedFor() {
        return data.isEmpty() || !names.isEmpty() || !specFiles.isEmpty();
    }

    private static Results finished(FutureTask<Results> reading) throws IOException, InterruptedException {
        try {
            return reading.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private FigureFormat format() {
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw usage("--out must name a folder, and " + out + " is a file");
        }
        if (width != null && (width < MIN_WIDTH || width > MAX_WIDTH)) {
            throw usage("--width must be from " + MIN_WIDTH + " to " + MAX_WIDTH + ", was " + width);
        }
        for (var source : data) {
            if (!Results.isSource(source)) {
                throw usage("--data must name a file, a folder or the address of an upload, and " + source
                        + " is none");
            }
        }
        return Identified.ofId(FigureFormat.class, format).orElseThrow(
                () -> usage("unknown format '" + format + "'; there are " + Identified.ids(FigureFormat.class, ", ")));
    }

    private Background look() {
        return Identified.ofId(Background.class, theme).orElseThrow(
                () -> usage("unknown theme '" + theme + "'; there are " + Identified.ids(Background.class, " and ")));
    }

    private ExportPreset paper() {
        if (!paper.equals(ExportPreset.FULL.id()) && style.equals(Style.STUDY.id())) {
            throw usage(
                    "--for is for gpucomm's own style: the study's figures have neither sentences nor another size");
        }
        return Identified.ofId(ExportPreset.class, paper).orElseThrow(
                () -> usage("unknown paper '" + paper + "'; there are " + Identified.ids(ExportPreset.class, ", ")));
    }

    private List<FigureSpec> specs() throws IOException {
        var specs = new ArrayList<FigureSpec>();
        for (var file : specFiles) {
            specs.add(read(file));
        }
        if (!names.isEmpty() || specFiles.isEmpty()) {
            var bundled = Catalogue.bundled();
            entries(data.isEmpty() ? bundled : bundled.forOwnRows()).forEach(entry -> specs.add(entry.read()));
        }
        return specs;
    }

    private FigureSpec read(Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            return FigureSpec.read(file.toString(), reader);
        } catch (NoSuchFileException e) {
            throw usage("--spec: " + file + " does not exist");
        }
    }

    private List<Catalogue.SpecFile> entries(Catalogue catalogue) {
        var chosen = Identified.ofId(Style.class, style).orElseThrow(() -> usage(
                "unknown style '" + style + "'; there are " + Identified.ids(Style.class, " and ")));
        if (names.isEmpty()) {
            return catalogue.of(chosen);
        }
        return names.stream().distinct().map(
                name -> catalogue.find(name, chosen).orElseThrow(() -> unknown(name, chosen, catalogue))).toList();
    }

    private ParameterException unknown(String name, Style style, Catalogue catalogue) {
        if (catalogue.styles(name).isEmpty()) {
            return usage("unknown figure '" + name + "'; there are " + String.join(", ", catalogue.names()));
        }
        return usage("figure " + name + " has no style " + style.id() + "; those that have it are "
                + String.join(", ", catalogue.of(style).stream().map(Catalogue.SpecFile::name).toList()));
    }
}
