package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.gpucomm.runner.live.LiveFeed;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.RankLine;
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
    private @Nullable LiveFeed live;
    private @Nullable TimeLeft timeLeft;
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
            live = uploads.live(file, name(heading), Duration.ZERO);
        }
        timeLeft = new TimeLeft(heading, clock);
        live.report(timeLeft.progress());
    }

    @Override
    public void point(List<Sample> samples) {
        var progress = Objects.requireNonNull(timeLeft, "begin comes first");
        progress.measured(samples.getFirst().of());
        Objects.requireNonNull(live).report(progress.progress());
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
            if (whole) {
                live.ended(upload.orElse(null));
            } else {
                live.stopped();
            }
            live.close();
        }
        uploads.close();
    }

    /** Returns a name for a benchmark, for example {@code all_reduce of nccl on 8 ranks, host node1}. */
    private static String name(Heading heading) {
        var hosts = heading.members().stream().map(RankLine::host).distinct().toList();
        int ranks = heading.members().size();
        return heading.operation().id() + " of " + heading.stack().library() + " on " + ranks
                + (ranks == 1 ? " rank, " : " ranks, ")
                + (hosts.size() == 1 ? "host " + hosts.getFirst() : hosts.size() + " hosts");
    }
}
