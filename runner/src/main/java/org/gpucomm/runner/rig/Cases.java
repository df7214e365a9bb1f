package org.gpucomm.runner.rig;

import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.results.format.Entry.Fact;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one benchmark measures.
 *
 * @param series     in the order in which they are measured
 * @param parameters what was asked for, as the fingerprint of the results keeps it
 * @param rehearsal  a small case by which the JVM compiles the loop of the session; null if the session has no such loop
 * @param remark     what the user should know of the choice; null if nothing
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
     * Points that are warmed up together.
     *
     * @param warmUps cases that are run first, without being measured
     */
    public record Series(List<Case> warmUps, List<Point> points) {

        public Series {
            warmUps = List.copyOf(warmUps);
            points = List.copyOf(points);
        }

        /** Returns a series that its last point warms up: the largest. */
        public static Series of(List<Point> points) {
            return new Series(points.isEmpty() ? List.of() : points.getLast().cases(), points);
        }
    }

    /** Cases whose results are shown and kept together: the placements of one size. */
    public record Point(List<Case> cases) {

        public Point {
            cases = List.copyOf(cases);
        }
    }
}
