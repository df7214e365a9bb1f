package org.gpucomm.server.figures;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import org.gpucomm.server.figures.chart.Style;
import org.gpucomm.server.figures.spec.FigureSpec;
import org.gpucomm.server.figures.spec.InvalidSpec;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gpucomm figures}: draws figures without a server. */
@Command(name = "figures", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Draws figures from the bundled results, or from your own.",
        footer = {"", "Exit codes: 0 drawn; 1 a figure that was asked for has no rows in the data; 2 wrong usage or",
                "an invalid spec. How to write a spec of your own: docs/figures.md."})
public final class FiguresCommand implements Callable<Integer> {

    @Option(names = "--data", paramLabel = "DIR",
            description = "Draw from every .csv, .log, .txt and .out file below DIR instead of the bundled results.")
    private @Nullable Path data;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "figures",
            description = "Where to write NAME.FORMAT; made if it is not there. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("figures");

    @Option(names = "--style", paramLabel = "STYLE", defaultValue = "gpucomm",
            description = "gpucomm, or study: as the EFA study drew its five figures. Default: ${DEFAULT-VALUE}.")
    private String style = "gpucomm";

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "png",
            description = "png, svg, csv or json. Default: ${DEFAULT-VALUE}.")
    private String format = "png";

    @Option(names = "--width", paramLabel = "PIXELS",
            description = "Width of PNG pictures; everything on them grows and shrinks together.")
    private @Nullable Integer width;

    @Option(names = "--spec", paramLabel = "FILE", description = "Draw the figure that FILE describes. Repeatable.")
    private List<Path> specFiles = List.of();

    @Parameters(paramLabel = "NAME", arity = "0..*",
            description = "Figures to draw. Default: all of the style; with --spec, none of them.")
    private List<String> names = List.of();

    @Spec
    private @Nullable CommandSpec command;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var chosen = Format.ofId(format).orElseThrow(
                () -> usage("unknown format '" + format + "'; there are png, svg, csv and json"));
        if (width != null && (width < 100 || width > 20_000)) {
            throw usage("--width must be from 100 to 20000 pixels, was " + width);
        }
        if (data != null && !Files.isDirectory(data)) {
            throw usage("--data must name a folder, and " + data + " is none");
        }
        try {
            return draw(chosen);
        } catch (InvalidSpec e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /** Rows and specs are read at the same time: together they are a third of the time that five pictures take. */
    private int draw(Format chosen) throws IOException, InterruptedException {
        var reading = new FutureTask<>(() -> data == null ? Results.bundled() : Results.below(data));
        Thread.ofPlatform().daemon().start(reading);
        var specs = specs();
        var results = finished(reading);
        results.skipped().forEach(this::warn);
        var files = new FigureFiles(out, chosen, width, results.rows());
        var written = files.write(specs);
        int missing = 0;
        for (int i = 0; i < specs.size(); i++) {
            var file = written.get(i);
            if (file.isPresent()) {
                command().commandLine().getOut().println(file.get());
            } else if (!names.isEmpty() || !specFiles.isEmpty() || data == null) {
                warn(specs.get(i).name() + ": no row of the data is chosen by its spec, so it was not drawn");
                missing++;
            }
        }
        command().commandLine().getOut().flush();
        if (written.stream().noneMatch(file -> file.isPresent())) {
            warn("nothing was drawn: none of " + results.rows().size() + " rows belongs to a figure");
            return 1;
        }
        return missing == 0 ? 0 : 1;
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

    private List<FigureSpec> specs() throws IOException {
        var specs = new ArrayList<FigureSpec>();
        for (var file : specFiles) {
            specs.add(read(file));
        }
        if (!names.isEmpty() || specFiles.isEmpty()) {
            entries(Catalogue.bundled()).forEach(entry -> specs.add(entry.read()));
        }
        return specs;
    }

    private FigureSpec read(Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            return FigureSpec.read(file.toString(), reader);
        } catch (NoSuchFileException e) {
            throw usage("--spec: there is no file " + file);
        }
    }

    private List<Catalogue.Entry> entries(Catalogue catalogue) {
        var chosen = Style.ofId(style).orElseThrow(
                () -> usage("unknown style '" + style + "'; there are " + String.join(" and ", Style.ids())));
        if (names.isEmpty()) {
            return catalogue.of(chosen);
        }
        return names.stream().map(name -> catalogue.find(name, chosen)
                .orElseThrow(() -> usage(catalogue.styles(name).isEmpty()
                        ? "unknown figure '" + name + "'; there are " + String.join(", ", catalogue.names())
                        : "figure " + name + " has no style " + style + "; those that have it are "
                                + String.join(", ",
                                        catalogue.of(chosen).stream().map(Catalogue.Entry::name).toList()))))
                .toList();
    }

    private void warn(String message) {
        command().commandLine().getErr().println("gpucomm figures: " + message);
        command().commandLine().getErr().flush();
    }

    private ParameterException usage(String message) {
        return new ParameterException(command().commandLine(), message);
    }

    private CommandSpec command() {
        return Objects.requireNonNull(command, "picocli sets the command before it calls it");
    }
}
