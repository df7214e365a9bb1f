package org.gpucomm.runner.live;

import java.time.Duration;

import org.gpucomm.results.format.Json;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a run.
 *
 * @param doing current or last activity
 * @param done  completed part of {@code of}, counted in {@code unit}
 * @param left  estimated time left; null if unknown
 */
public record RunProgress(String doing, int done, int of, String unit, @Nullable Duration left) {

    private static final int LONGEST = 200;

    void writeTo(StringBuilder json) {
        json.append("{\"doing\":");
        Json.quote(json, doing.length() <= LONGEST ? doing : doing.substring(0, LONGEST - 1) + "…");
        json.append(",\"done\":").append(done).append(",\"of\":").append(of).append(",\"unit\":");
        Json.quote(json, unit);
        json.append(",\"secondsLeft\":").append(left == null ? "null" : String.valueOf(left.toSeconds())).append('}');
    }
}
