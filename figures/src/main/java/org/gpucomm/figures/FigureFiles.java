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
import org.gpucomm.figures.chart.Look;
import org.gpucomm.figures.draw.Paper;
import org.gpucomm.figures.draw.Press;
import org.gpucomm.figures.spec.FigureSpec;
import org.gpucomm.results.yaml.InvalidSpec;
import org.jspecify.annotations.Nullable;

/**
 * Figures as files of one folder.
 *
 * @param width of PNG pictures; null = as the figure's sheet says
 */
public record FigureFiles(Path folder, Face format, Look look, Paper paper, @Nullable Integer width,
        List<Measurement> rows) {

    /** Two, not one a core: a picture of the study's size takes up to 57 MB while it is drawn. */
    private static final int PRESSES = 2;

    /** Returns the file of each figure, in their order; empty for those that no row belongs to. */
    public List<Optional<Path>> write(List<FigureSpec> specs) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        var presses = new ConcurrentLinkedQueue<Press>();
        var jobs = new IdentityHashMap<FigureSpec, Future<Optional<Path>>>();
        try (var workers = Executors.newFixedThreadPool(PRESSES)) {
            // The largest first, so that the last to end is a small one.
            specs.stream().sorted(Comparator.comparing(FigureSpec::pixels).reversed())
                    .forEach(spec -> jobs.put(spec, workers.submit(() -> write(spec.of(rows), presses))));
        }
        var files = new ArrayList<Optional<Path>>();
        for (var spec : specs) {
            files.add(finished(jobs.get(spec)));
        }
        return files;
    }

    private Optional<Path> write(Figure figure, Queue<Press> presses) throws IOException {
        if (figure.hasNoPoints()) {
            return Optional.empty();
        }
        return Optional.of(Files.write(folder.resolve(figure.name() + "." + format.id()),
                bytes(paper.of(figure), presses)));
    }

    private byte[] bytes(Figure figure, Queue<Press> presses) {
        if (format != Face.PNG) {
            return format.of(figure, look);
        }
        var free = presses.poll();
        var press = free == null ? new Press() : free;
        try {
            return press.png(figure, look, width == null ? figure.sheet().width() : width);
        } finally {
            presses.add(press);
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
