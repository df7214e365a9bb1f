package org.gpucomm.runner.output;

import java.time.Duration;

/** Formatter of estimated durations, with few digits. */
public final class ShownDuration {

    private ShownDuration() {}

    /** Returns a duration as text, for example {@code 40 s}, {@code 3 min} or {@code 2 h 5 min}. */
    public static String of(Duration duration) {
        long seconds = Math.max(1, Math.round(duration.toMillis() / 1000.0));
        if (seconds < 100) {
            return seconds + " s";
        }
        long minutes = Math.round(seconds / 60.0);
        return minutes < 100 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
