package org.gpucomm.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.gpucomm.results.Measurement;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Background;
import org.gpucomm.figures.draw.ExportPreset;
import org.gpucomm.figures.draw.PngRenderer;
import org.gpucomm.figures.spec.FigureSpec;
import org.gpucomm.results.yaml.InvalidSpec;
import org.jspecify.annotations.Nullable;

/**
 * Writer of figures to the files of a folder.
 *
 * @param width width of PNG pictures in pixels; null for the width of the figure's sheet
 */
public record FigureFiles(Path folder, FigureFormat format, Background look, ExportPreset paper,
        @Nullable Integer width,
        List<Measurement> rows) {

    /** Number of threads. Two instead of one per core, because drawing a picture of the study's size takes up to 57 MB. */
    private static final int PRESSES = 2;

    /** Writes the figures. Returns the file of each, in the same order, or empty for a figure without rows. */
    public List<Optional<Path>> write(List<FigureSpec> specs) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        var renderers = new ConcurrentLinkedQueue<PngRenderer>();
        var jobs = new IdentityHashMap<FigureSpec, Future<Optional<Path>>>();
        try (var workers = Executors.newFixedThreadPool(PRESSES)) {
            // The largest first, so that a small figure finishes last.
            specs.stream().sorted(Comparator.comparing(FigureSpec::pixels).reversed())
                    .forEach(spec -> jobs.put(spec, workers.submit(() -> write(spec.of(rows), renderers))));
        }
        var files = new ArrayList<Optional<Path>>();
        for (var spec : specs) {
            files.add(finished(jobs.get(spec)));
        }
        return files;
    }

    private Optional<Path> write(Figure figure, Queue<PngRenderer> renderers) throws IOException {
        if (figure.hasNoPoints()) {
            return Optional.empty();
        }
        return Optional.of(Files.write(folder.resolve(figure.name() + "." + format.id()),
                bytes(paper.of(figure), renderers)));
    }

    private byte[] bytes(Figure figure, Queue<PngRenderer> renderers) {
        if (format != FigureFormat.PNG) {
            return format.of(figure, look);
        }
        var free = renderers.poll();
        var renderer = free == null ? new PngRenderer() : free;
        try {
            return renderer.png(figure, look, width == null ? figure.sheet().width() : width);
        } finally {
            renderers.add(renderer);
        }
    }

    private static Optional<Path> finished(Future<Optional<Path>> job) throws IOException, InterruptedException {
        try {
            return job.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException io -> throw io;
                case InvalidSpec invalid -> throw invalid;
                case RuntimeException bug -> throw bug;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }
}
