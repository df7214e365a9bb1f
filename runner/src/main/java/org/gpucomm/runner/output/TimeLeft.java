package org.gpucomm.runner.output;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.runner.output.Heading.Parameters;

/** Estimates how long the sizes that are left take, from the last two that were measured. */
final class TimeLeft {

    /** More sizes than anybody sweeps; beyond them nothing is estimated. */
    private static final int MOST_SIZES = 100_000;

    /**
     * Bytes a second that no operation exceeds by much: NVLink of an H200 gives 480 GB/s one way. While sizes are small,
     * times say nothing of what the large ones will take, and this does.
     */
    private static final double FASTEST = 500e9;

    private final List<Long> sizes;
    private final double leastSecondsPerByte;
    private int done;
    private long lastBytes;
    private double lastSeconds;
    private double secondsPerByte;

    TimeLeft(Parameters parameters) {
        this.sizes = sizes(parameters);
        // Out-of-place and in-place.
        this.leastSecondsPerByte = 2.0 * (parameters.warmups() + parameters.iterations()) / FASTEST;
        this.secondsPerByte = leastSecondsPerByte;
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

    /** {@code , 12 of 30 sizes, about 40 s left}; without the time when more came than was announced. */
    String text() {
        if (done > sizes.size() || sizes.size() >= MOST_SIZES) {
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

    /** The sizes that the parameters ask for: {@code 2(factor)} or {@code 1048576(bytes)} from least to largest. */
    static List<Long> sizes(Parameters parameters) {
        var step = parameters.step();
        int bracket = step.indexOf('(');
        long by = Long.parseLong(bracket < 0 ? step : step.substring(0, bracket));
        boolean factor = step.endsWith("(factor)");
        var sizes = new ArrayList<Long>();
        long size = parameters.minBytes();
        while (size <= parameters.maxBytes() && sizes.size() < MOST_SIZES) {
            sizes.add(size);
            long next = factor ? size * by : size + by;
            if (next <= size) {
                break;
            }
            size = next;
        }
        return sizes;
    }
}
