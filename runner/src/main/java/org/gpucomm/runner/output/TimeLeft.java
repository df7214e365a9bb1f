package org.gpucomm.runner.output;

import java.time.Duration;
import java.util.List;

import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases.Point;

/** Estimate of the time for the remaining sizes, from the last two measured sizes. */
final class TimeLeft {

    /**
     * Bandwidth in bytes per second that no operation exceeds by much: NVLink of an H200 reaches 480 GB/s one way. It bounds the time of
     * large sizes while only small ones, dominated by latency, have been measured.
     */
    private static final double FASTEST = 500e9;

    private final List<Long> sizes;
    private final double leastSecondsPerByte;
    private int done;
    private long lastBytes;
    private double lastSeconds;
    private double secondsPerByte;

    /** @param points points in the order of measurement */
    TimeLeft(List<Point> points) {
        this.sizes = points.stream().map(point -> bytes(point.cases().getFirst())).toList();
        var iterations = points.isEmpty() ? null : points.getFirst().cases().getFirst().workload().iterations();
        // Out-of-place and in-place.
        this.leastSecondsPerByte = 2.0 * (iterations == null ? 0 : iterations) / FASTEST;
        this.secondsPerByte = leastSecondsPerByte;
    }

    /** Returns the size of a case in bytes; 0 if it has none. */
    static long bytes(Case each) {
        var size = each.workload().messageSize();
        return size == null ? 0 : size.count();
    }

    void measured(long bytes, Duration took) {
        double seconds = took.toNanos() / 1e9;
        if (done > 0 && bytes > lastBytes && seconds > lastSeconds) {
            secondsPerByte = Math.max(leastSecondsPerByte, (seconds - lastSeconds) / (bytes - lastBytes));
        }
        lastBytes = bytes;
        lastSeconds = seconds;
        done++;
    }

    void skipped() {
        done++;
    }

    /** Returns the number of points that were measured or skipped. */
    int done() {
        return done;
    }

    /** Returns a text such as {@code , 12 of 30 sizes, about 40 s left}; empty if more points were measured than announced. */
    String text() {
        if (done > sizes.size()) {
            return "";
        }
        var count = ", " + done + " of " + sizes.size() + " sizes";
        return done == sizes.size() ? count : count + ", about " + ShownDuration.of(left()) + " left";
    }

    Duration left() {
        double seconds = 0;
        for (long size : sizes.subList(Math.min(done, sizes.size()), sizes.size())) {
            seconds += lastSeconds + Math.max(0, size - lastBytes) * secondsPerByte;
        }
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
