package org.gpucomm.runner.output;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

import org.gpucomm.runner.live.RunProgress;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases.Point;
import org.gpucomm.runner.rig.Heading;

/** Progress of a benchmark, and an estimate of the time for the remaining sizes from the last two measured sizes. */
final class TimeLeft {

    /**
     * Bandwidth in bytes per second that no operation exceeds by much: NVLink of an H200 reaches 480 GB/s one way. It bounds the time of
     * large sizes while only small ones, dominated by latency, have been measured.
     */
    private static final double FASTEST = 500e9;

    private final String operation;
    private final List<Point> points;
    private final InstantSource clock;
    private final double leastSecondsPerByte;
    private Instant last;
    private String doing = "warming up";
    private int done;
    private long lastBytes;
    private double lastSeconds;
    private double secondsPerByte;

    TimeLeft(Heading heading, InstantSource clock) {
        this.operation = heading.operation().id();
        this.points = heading.points();
        this.clock = clock;
        this.last = clock.instant();
        var iterations = points.isEmpty() ? null : points.getFirst().cases().getFirst().workload().iterations();
        // Out-of-place and in-place.
        this.leastSecondsPerByte = 2.0 * (iterations == null ? 0 : iterations) / FASTEST;
        this.secondsPerByte = leastSecondsPerByte;
    }

    /** Records that the point of a case is measured. Points before it that were not are from an earlier, interrupted run. */
    void measured(Case each) {
        var now = clock.instant();
        double seconds = Duration.between(last, now).toNanos() / 1e9;
        last = now;
        while (done < points.size() && !points.get(done).cases().contains(each)) {
            done++;
        }
        long bytes = bytes(each);
        if (done > 0 && bytes > lastBytes && seconds > lastSeconds) {
            secondsPerByte = Math.max(leastSecondsPerByte, (seconds - lastSeconds) / (bytes - lastBytes));
        }
        lastBytes = bytes;
        lastSeconds = seconds;
        done++;
        var size = each.workload().messageSize();
        doing = (size != null ? size.toString() : Objects.requireNonNullElse(each.workload().problem(), "a point"))
                + " done";
    }

    /** Returns the progress without an estimate before the first point, and if more points were measured than announced. */
    RunProgress progress() {
        return new RunProgress(operation + ": " + doing, done, Math.max(done, points.size()), "sizes",
                done == 0 || done > points.size() ? null : left());
    }

    /** Returns a text such as {@code all_reduce: 8 KiB done, 12 of 30 sizes, about 40 s left}. */
    @Override
    public String toString() {
        var text = operation + ": " + doing;
        if (done == 0 || done > points.size()) {
            return text;
        }
        return text + ", " + done + " of " + points.size() + " sizes"
                + (done == points.size() ? "" : ", about " + ShownDuration.of(left()) + " left");
    }

    private Duration left() {
        double seconds = 0;
        for (var point : points.subList(done, points.size())) {
            seconds += lastSeconds + Math.max(0, bytes(point.cases().getFirst()) - lastBytes) * secondsPerByte;
        }
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    /** Returns the size of a case in bytes; 0 if it has none. */
    private static long bytes(Case each) {
        var size = each.workload().messageSize();
        return size == null ? 0 : size.count();
    }
}
