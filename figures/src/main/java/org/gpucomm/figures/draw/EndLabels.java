package org.gpucomm.figures.draw;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.gpucomm.figures.chart.Extras.Align;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Series;

/** Names of series at the right ends of their lines, moved apart if they would overlap. */
final class EndLabels {

    private static final double GAP = 7;

    private EndLabels() {}

    /** Returns the width that the labels need to the right of the frame. */
    static double width(Panel panel, Typesetting setting) {
        return setting.points(GAP) + labelled(panel).stream()
                .mapToDouble(series -> setting.legend(false).width(series.name())).max().orElse(0);
    }

    static void draw(Canvas canvas, Typesetting setting, Panel panel, Plot plot) {
        var labels = new ArrayList<PlacedName>();
        for (var series : labelled(panel)) {
            var last = series.points().getLast();
            labels.add(new PlacedName(series, plot.across(last.x()) + plot.reach() + setting.points(GAP),
                    plot.up(last.y())));
        }
        for (var label : apart(labels, setting.legend(false).height() * 1.05)) {
            var letters = setting.legend(false).in(setting.theme().letters(label.series.ink()));
            canvas.text(label.series.name(), label.x, label.middle + letters.belowMiddle(), Align.LEFT, letters);
        }
    }

    private static List<Series> labelled(Panel panel) {
        return panel.series().stream().filter(series -> series.line() != Series.Stroke.NONE).toList();
    }

    private record PlacedName(Series series, double x, double middle) {}

    /** Returns the labels from top to bottom, at least {@code distance} apart. Groups are centred on their line ends. */
    private static List<PlacedName> apart(List<PlacedName> labels, double distance) {
        var sorted = labels.stream().sorted(Comparator.comparingDouble(PlacedName::middle)).toList();
        var groups = new ArrayList<List<PlacedName>>();
        for (var label : sorted) {
            groups.add(new ArrayList<>(List.of(label)));
            while (groups.size() > 1 && top(groups.getLast(), distance) < bottom(groups.get(groups.size() - 2),
                    distance)) {
                var last = groups.removeLast();
                groups.getLast().addAll(last);
            }
        }
        var placed = new ArrayList<PlacedName>();
        for (var group : groups) {
            double y = top(group, distance) + distance / 2;
            for (var label : group) {
                placed.add(new PlacedName(label.series, label.x, y));
                y += distance;
            }
        }
        return placed;
    }

    private static double middle(List<PlacedName> group) {
        return group.stream().mapToDouble(PlacedName::middle).average().orElseThrow();
    }

    private static double top(List<PlacedName> group, double distance) {
        return middle(group) - group.size() * distance / 2;
    }

    private static double bottom(List<PlacedName> group, double distance) {
        return middle(group) + group.size() * distance / 2;
    }
}
