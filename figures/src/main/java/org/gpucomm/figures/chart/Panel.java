package org.gpucomm.figures.chart;

import java.util.List;
import java.util.Optional;

/**
 * Pair of axes with series.
 *
 * @param name    name in tables, unique in the figure
 * @param title   text above the panel; may be empty
 * @param series  series in drawing order
 * @param extras  parts that are not measured: references, remarks, shades
 * @param placing place on the sheet
 */
public record Panel(String name, String title, ChartKind kind, Axis x, Axis y, List<Series> series, Extras extras,
        PanelPlacement placing) {

    public Panel {
        series = List.copyOf(series);
    }

    public boolean hasNoPoints() {
        return series.stream().allMatch(one -> one.points().isEmpty());
    }

    /** Returns the panel with another y axis. */
    public Panel with(Axis newY) {
        return new Panel(name, title, kind, x, newY, series, extras, placing);
    }

    public Optional<Series> series(String seriesName) {
        return series.stream().filter(one -> one.name().equals(seriesName)).findFirst();
    }
}
