package org.gpucomm.figures.chart;

import java.util.List;
import java.util.Optional;

/**
 * One pair of axes with what is drawn on it.
 *
 * @param name    what tables call it; unique in the figure
 * @param title   stands above it; may be empty
 * @param series  in drawing order
 * @param extras  what explains the series without being measured
 * @param placing where it stands on the sheet
 */
public record Panel(String name, String title, ChartKind kind, Axis x, Axis y, List<Series> series, Extras extras,
        Placing placing) {

    public Panel {
        series = List.copyOf(series);
    }

    public boolean hasNoPoints() {
        return series.stream().allMatch(one -> one.points().isEmpty());
    }

    /** Returns the same with another y axis. */
    public Panel with(Axis newY) {
        return new Panel(name, title, kind, x, newY, series, extras, placing);
    }

    public Optional<Series> series(String seriesName) {
        return series.stream().filter(one -> one.name().equals(seriesName)).findFirst();
    }
}
