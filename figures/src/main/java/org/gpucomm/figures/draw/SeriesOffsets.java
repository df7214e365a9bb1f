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
 * Horizontal offsets of the series of a panel. If the min–max bars of two series overlap at most positions, all series with such bars or
 * without a line are drawn side by side, so that no bar hides another. A series without a name is drawn at the offset of the series
 * before it.
 *
 * @param abreast series side by side, each with the nameless series that follow it
 */
record SeriesOffsets(List<List<Series>> abreast) {

    /** Distance between neighbouring series in points: a marker and a little more. */
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

    /** Returns the offset to the right in points; 0 if the series is not moved. */
    double of(Series one) {
        for (int at = 0; at < abreast.size(); at++) {
            if (abreast.get(at).contains(one)) {
                return (at - (abreast.size() - 1) / 2.0) * APART;
            }
        }
        return 0;
    }

    /** Returns the largest offset of all series. */
    double reach() {
        return Math.max(0, abreast.size() - 1) / 2.0 * APART;
    }

    /** Returns whether the bars overlap at most shared positions. At one or two, the points distinguish the bars. */
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
