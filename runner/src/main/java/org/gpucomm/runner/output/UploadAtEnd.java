package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;
import org.gpucomm.runner.upload.ResultUploads;
import org.jspecify.annotations.Nullable;

/** Sink that uploads the result file when all benchmarks have ended, with a live view before. Its failures never fail a benchmark. */
final class UploadAtEnd implements ResultSink {

    private final ResultUploads uploads;
    private final Path file;
    private final PrintStream says;
    private final InstantSource clock;
    private @Nullable LivePoints live;
    private boolean anyEnded;
    private boolean underWay;

    UploadAtEnd(ResultUploads uploads, Path file, PrintStream says, InstantSource clock) {
        this.uploads = uploads;
        this.file = file;
        this.says = says;
        this.clock = clock;
    }

    @Override
    public void begin(Heading heading) {
        // Nothing is being timed here.
        uploads.retryWaiting();
        underWay = true;
        if (live == null) {
            live = new LivePoints(uploads.live(file, LivePoints.name(heading), Duration.ZERO), clock);
        }
        live.begin(heading);
    }

    @Override
    public void point(List<Sample> samples) {
        Objects.requireNonNull(live, "begin comes first").point(samples);
    }

    @Override
    public void end() {
        underWay = false;
        anyEnded = true;
        uploads.retryWaiting();
    }

    @Override
    public void close() {
        boolean whole = anyEnded && !underWay;
        var upload = whole ? uploads.send(file) : Optional.<String>empty();
        if (!whole) {
            says.println("gpucomm: the run did not end, so nothing was uploaded; what there is of it is in " + file);
        }
        if (live != null) {
            live.close(whole, upload.orElse(null));
        }
        uploads.close();
    }
}
