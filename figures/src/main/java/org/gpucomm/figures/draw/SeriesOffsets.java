package org.gpucomm.figures.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Series.Band;
import org.gpucomm.figures.chart.Series.Stroke;

/**
 * Series of a panel that stand beside their places along x: where bars from the smallest to the largest of two series overlap, all
 * series that have such bars, or no line, stand side by side, each bar with its point, so that none hides another. A series without a
 * name stands where the one does with which it goes.
 *
 * @param abreast those that stand side by side, each with what goes with it
 */
record SeriesOffsets(List<List<Series>> abreast) {

    /** In points: a marker and a little. */
    private static final double APART = 5;

    static SeriesOffsets of(Panel panel) {
        var banded = panel.series().stream().filter(one -> one.band() == Band.MIN_MAX).toList();
        boolean overlap = banded.stream().anyMatch(one -> banded.stream()
                .anyMatch(other -> one != other && overlap(one, other)));
        return new SeriesOffsets(overlap ? abreast(panel.series(), banded) : List.of());
    }

    private static List<List<Series>> abreast(List<Series> all, List<Series> banded) {
        var abreast = new ArrayList<List<Series>>();
        for (var one : all) {
            if (one.goesWithTheLast() && !abreast.isEmpty()) {
                abreast.getLast().add(one);
            } else if (banded.contains(one) || one.line() == Stroke.NONE) {
                abreast.add(new ArrayList<>(List.of(one)));
            }
        }
        return abreast;
    }

    /** In points to the right; 0 for a series that stands where its points are. */
    double of(Series one) {
        for (int at = 0; at < abreast.size(); at++) {
            if (abreast.get(at).contains(one)) {
                return (at - (abreast.size() - 1) / 2.0) * APART;
            }
        }
        return 0;
    }

    /** The greatest of all series. */
    double reach() {
        return Math.max(0, abreast.size() - 1) / 2.0 * APART;
    }

    /** Most bars do: bars that meet at a place or two are distinguished there by their points. */
    private static boolean overlap(Series one, Series other) {
        long places = one.points().stream().filter(point -> at(point.x(), other).isPresent()).count();
        long met = one.points().stream().filter(point -> at(point.x(), other)
                .filter(there -> there.min() <= point.max() && point.min() <= there.max()).isPresent()).count();
        return 2 * met > places;
    }

    private static Optional<Point> at(double x, Series series) {
        return series.points().stream().filter(point -> point.x() == x).findFirst();
    }
}
