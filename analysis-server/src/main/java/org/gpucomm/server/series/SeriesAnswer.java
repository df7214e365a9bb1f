package org.gpucomm.server.series;

import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.identity.Dimension;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Curves over ready runs, as docs/api.md has them.
 *
 * @param combined    which measurements share a curve, see {@link Combine}
 * @param aggregation what a point stands for, as a sentence
 * @param data        which uploads the answer is over
 * @param common      what all curves shown have in common, for a subtitle
 * @param differs     names of the dimensions that say the curves shown apart, the most significant first, for a legend
 * @param matching    how many curves match, shown or not
 * @param fix         where more match than a person can read: what choosing one value of a dimension leaves, the dimension
 *                    that leaves fewest first
 * @param warnings    what a reader must know before comparing, as sentences
 * @param truncated   whether there are more series than are shown
 */
public record SeriesAnswer(Axis x, Axis y, Combine combined, String aggregation, Snapshot data, List<Said> common,
        List<String> differs, Matching matching, List<Fix> fix, List<String> warnings, List<Curve> series,
        boolean truncated) {

    /** @param unit null where there is none */
    public record Axis(String name, String label, @Nullable String unit) {}

    /** One thing that is said of curves. @param title for people */
    public record Said(String name, Object value, String title) {}

    /**
     * @param curves   as they are drawn: runs that do not agree are several; shown or not
     * @param atLeast  whether there may be more, since it is not known of all whether their runs agree
     * @param readable number of distinguishable curves
     */
    public record Matching(long curves, boolean atLeast, long runs, long measurements, int readable) {}

    public record Fix(Dimension dimension, List<Choice> values) {}

    /** @param value a text, a number, or {@code none} @param curves that it leaves */
    public record Choice(Object value, String title, long curves) {}

    /**
     * @param label   only what differs between the series shown
     * @param key     everything that its points share; null where it is not known or they differ in it
     * @param differs what the label is made of, by dimension; {@code run} where nothing else distinguishes runs
     * @param runs    ids of the runs that its points come from
     * @param flagged those of them with which something is wrong
     * @param byRank  whether rows are those of single ranks: a point is the median over them
     */
    public record Curve(String id, String label, Map<String, @Nullable Object> key, List<Said> differs,
            List<String> runs,
            List<FlaggedRun> flagged, boolean byRank, List<Point> points) {}

    public record FlaggedRun(String run, List<RunFlag> flags) {}

    /**
     * @param y     of one measurement, else the median of {@code n}; a mean over sizes where that was asked for
     * @param n     how many
     * @param min   the least of them; of those with right data where there are any
     * @param low   the lower quartile, as {@code high} is the upper one
     * @param wrong wrong elements in those that it stands for; null = some of them were not checked
     * @param runs  positions in the curve's runs of those behind it; null = all
     * @param data  of all measurements there, for exports
     */
    public record Point(long x, double y, long n, double min, double low, double high, double max,
            @Nullable Double wrong,
            @Nullable List<Integer> runs, @JsonIgnore Checks data) {}
}
