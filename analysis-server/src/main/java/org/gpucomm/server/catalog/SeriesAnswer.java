package org.gpucomm.server.catalog;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Curves over ready runs, as docs/api.md has them.
 *
 * @param aggregation what a point stands for, as a sentence
 * @param warnings    what a reader must know before comparing, as sentences
 * @param truncated   whether there are more series than are shown
 */
record SeriesAnswer(Axis x, Axis y, String aggregation, List<String> warnings, List<Curve> series,
        boolean truncated) {

    /** @param unit null where there is none */
    record Axis(String name, String label, @Nullable String unit) {}

    /**
     * @param label only what differs between the series shown
     * @param key   everything that its points share
     * @param runs    ids of the runs that its points come from
     * @param flagged those of them with which something is wrong
     */
    record Curve(String id, String label, Map<String, @Nullable Object> key, List<String> runs,
            List<FlaggedRun> flagged, List<Point> points) {}

    record FlaggedRun(String run, List<RunFlag> flags) {}

    /**
     * @param y     of one measurement, or the mean of several
     * @param n     how many
     * @param min   the least of them; of those with right data where there are any
     * @param wrong wrong elements in them; null = none was checked
     */
    record Point(long x, double y, long n, double min, double max, @Nullable Double wrong) {}
}
