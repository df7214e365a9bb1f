package org.gpucomm.analysis.history;

import java.time.Instant;
import java.util.Map;

/**
 * One run of a history.
 *
 * @param at    when it was made, or where the log does not say, stored
 * @param times µs by message size, -1 where the operation has none
 */
public record TimedRun(String run, Instant at, Map<Long, Double> times) {

    public TimedRun {
        times = Map.copyOf(times);
    }
}
