package org.gpucomm.analysis.series;

import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.identity.Dimension;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Curves over ready runs, as described in docs/api.md.
 *
 * @param combined    rule that decides which measurements share a curve
 * @param aggregation sentence that explains what a point stands for
 * @param data        snapshot of uploads that the answer covers
 * @param common      what all curves shown have in common, for a subtitle
 * @param differs     names of the dimensions in which the curves shown differ, the most significant first, for a legend
 * @param matching    counts of all matching curves, shown or not
 * @param fix         if there are more curves than a person can read: the curves that a choice in each dimension leaves, the dimension that
 *                    leaves fewest first
 * @param warnings    sentences about what prevents a comparison
 * @param truncated   whether there are more series than are shown
 */
public record SeriesAnswer(Axis x, Axis y, Combine combined, String aggregation, Snapshot data, List<Said> common,
        List<String> differs, Matching matching, List<Fix> fix, List<String> warnings, List<Curve> series,
        boolean truncated) {

    /** @param unit unit; null if it has none */
    public record Axis(String name, String label, @Nullable String unit) {}

    /** Property of curves. @param title display text */
    public record Said(String name, Object value, String title) {}

    /**
     * @param curves   number of curves as they would be drawn, shown or not: runs that disagree are several curves
     * @param atLeast  whether there may be more curves, because the agreement of some runs was not examined
     * @param readable number of distinguishable curves
     */
    public record Matching(long curves, boolean atLeast, long runs, long measurements, int readable) {}

    /** Choices in one dimension that narrow the curves. */
    public record Fix(Dimension dimension, List<Choice> values) {}

    /** @param value text, number or {@code none} @param curves number of curves that it leaves */
    public record Choice(Object value, String title, long curves) {}

    /**
     * @param label   differences from the other series shown
     * @param key     value of each dimension; null if it is not known or the points differ in it
     * @param differs properties in the label, by dimension; {@code run} if nothing else distinguishes runs
     * @param runs    ids of the runs that its points come from
     * @param flagged those of the runs that have flags
     * @param byRank  whether measurements are of single ranks, so that a point is the median over ranks
     */
    public record Curve(String id, String label, Map<String, @Nullable Object> key, List<Said> differs,
            List<String> runs,
            List<FlaggedRun> flagged, boolean byRank, List<Point> points) {}

    public record FlaggedRun(String run, List<RunFlag> flags) {}

    /**
     * @param y     value of the measurement, or the median of {@code n} measurements; a mean over sizes if that was requested
     * @param n     number of measurements
     * @param min   least of them; only of those with right data, if there are any
     * @param low   lower quartile, as {@code high} is the upper one
     * @param wrong number of wrong elements in these measurements; null if some were not checked
     * @param runs  indexes of the point's runs in the curve's runs; null = all
     * @param data  checks of all measurements at this point, for exports
     */
    public record Point(long x, double y, long n, double min, double low, double high, double max,
            @Nullable Double wrong,
            @Nullable List<Integer> runs, @JsonIgnore Checks data) {}
}
