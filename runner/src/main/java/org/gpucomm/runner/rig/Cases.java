package org.gpucomm.runner.rig;

import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.results.format.Entry.Fact;
import org.jspecify.annotations.Nullable;

/**
 * All cases of one benchmark.
 *
 * @param series     series in the order of measurement
 * @param parameters requested parameters, for the fingerprint of the results
 * @param rehearsal  small case that makes the JVM compile the loop of the session; null if there is no such loop
 * @param remark     message for the user about the cases; null if none
 */
public record Cases(List<Series> series, List<Fact> parameters, @Nullable Case rehearsal, @Nullable String remark) {

    public Cases {
        series = List.copyOf(series);
        parameters = List.copyOf(parameters);
    }

    /** Returns all cases in order. */
    public Stream<Case> all() {
        return points().stream().flatMap(point -> point.cases().stream());
    }

    /** Returns all points in order. */
    List<Point> points() {
        return series.stream().flatMap(each -> each.points().stream()).toList();
    }

    /**
     * Points that share a warm-up.
     *
     * @param warmUps cases that are run first, without measurement
     */
    public record Series(List<Case> warmUps, List<Point> points) {

        public Series {
            warmUps = List.copyOf(warmUps);
            points = List.copyOf(points);
        }

        /** Returns a series with its last point, the largest, as warm-up. */
        public static Series of(List<Point> points) {
            return new Series(points.isEmpty() ? List.of() : points.getLast().cases(), points);
        }
    }

    /** Cases whose results are shown and stored together, for example in place and out of place of one size. */
    public record Point(List<Case> cases) {

        public Point {
            cases = List.copyOf(cases);
        }
    }
}
