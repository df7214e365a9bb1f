package org.gpucomm.analysis.history;

import java.time.Instant;
import java.util.Map;

/**
 * One run of a history.
 *
 * @param at    time of the run or, if the log does not state it, of its storage
 * @param times times in µs by message size, which is -1 if the operation has none
 */
public record TimedRun(String run, Instant at, Map<Long, Double> times) {

    public TimedRun {
        times = Map.copyOf(times);
    }
}
