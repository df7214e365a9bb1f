package org.gpucomm.server.series;

import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.server.series.SeriesAnswer.FlaggedRun;
import org.gpucomm.server.series.SeriesAnswer.Said;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Spread of single iterations, where tools counted them, as docs/api.md has it.
 *
 * @param common    what all curves have in common
 * @param data      which uploads the answer is over
 * @param unknown   curves of the same choice without reported iterations
 * @param truncated whether there are more curves than were looked at
 */
public record IterationsAnswer(List<Said> common, Snapshot data, List<Curve> series, int unknown, boolean truncated) {

    /** As those of {@link SeriesAnswer}. */
    public record Curve(String id, String label, Map<String, @Nullable Object> key, List<String> runs,
            List<FlaggedRun> flagged, List<Iterations> points) {}

    /**
     * The iterations of one message size, µs. Of several measurements these are the shortest and the longest of all, and the medians
     * of their medians and of their 99th percentiles.
     *
     * @param x    message size
     * @param n    measurements
     * @param wrong wrong elements in them; null = some of them were not checked
     * @param data of the measurements, for exports
     */
    public record Iterations(long x, long n, @Nullable Double min, double p50, @Nullable Double p99,
            @Nullable Double max, @Nullable Double wrong, @JsonIgnore Checks data) {}
}
