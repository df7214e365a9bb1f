package org.gpucomm.runner.output;

import java.time.Duration;

/** Durations for people, who want no more digits than an estimate has. */
public final class ShownDuration {

    private ShownDuration() {}

    /** Returns {@code 40 s}, {@code 3 min}, {@code 2 h 5 min}. */
    public static String of(Duration duration) {
        long seconds = Math.max(1, Math.round(duration.toMillis() / 1000.0));
        if (seconds < 100) {
            return seconds + " s";
        }
        long minutes = Math.round(seconds / 60.0);
        return minutes < 100 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
