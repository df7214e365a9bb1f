package org.gpucomm.analysis.series;

import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.series.SeriesAnswer.FlaggedRun;
import org.gpucomm.analysis.series.SeriesAnswer.Said;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Spread of single iterations, if the tools reported it, as described in docs/api.md.
 *
 * @param common    what all curves have in common
 * @param data      snapshot of uploads that the answer covers
 * @param unknown   number of matching curves without reported iterations
 * @param truncated whether there are more curves than were examined
 */
public record IterationsAnswer(List<Said> common, Snapshot data, List<Curve> series, int unknown, boolean truncated) {

    /** Curve with the same fields as in {@link SeriesAnswer}. */
    public record Curve(String id, String label, Map<String, @Nullable Object> key, List<String> runs,
            List<FlaggedRun> flagged, List<Iterations> points) {}

    /**
     * Iterations at one message size, in µs. For several measurements, {@code min} and {@code max} are the extremes of all; {@code p50} and
     * {@code p99} are the medians of their medians and of their 99th percentiles.
     *
     * @param x     message size in bytes
     * @param wrong number of wrong elements; null if some measurements were not checked
     * @param data  checks of the measurements, for exports
     */
    public record Iterations(long x, long n, @Nullable Double min, double p50, @Nullable Double p99,
            @Nullable Double max, @Nullable Double wrong, @JsonIgnore Checks data) {}
}
