package org.gpucomm.figures.draw;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Series;

/** Places of the bars of a panel. The bars of a category are side by side and fill four fifths of its width. */
final class Bars {

    private static final double ROOM = 0.8;

    private Bars() {}

    /** Bar that reaches from {@code from} to {@code to} along the x axis, in positions of the axis. */
    record Bar(Series series, Point point, double from, double to) {

        double middle() {
            return (from + to) / 2;
        }
    }

    static List<Bar> of(Panel panel) {
        var bars = new ArrayList<Bar>();
        for (var category : panel.x().ticks()) {
            var here = panel.series().stream()
                    .flatMap(series -> series.points().stream().filter(point -> point.x() == category.value())
                            .map(point -> new Bar(series, point, 0, 0)))
                    .toList();
            double width = ROOM / widest(panel);
            double start = panel.x().position(category.value()) - width * here.size() / 2;
            for (int i = 0; i < here.size(); i++) {
                bars.add(new Bar(here.get(i).series(), here.get(i).point(), start + i * width,
                        start + (i + 1) * width));
            }
        }
        return bars;
    }

    /** Returns the largest number of bars in one category. */
    private static long widest(Panel panel) {
        return panel.x().ticks().stream().mapToLong(category -> panel.series().stream()
                .filter(series -> series.points().stream().anyMatch(point -> point.x() == category.value())).count())
                .max().orElse(1);
    }
}
