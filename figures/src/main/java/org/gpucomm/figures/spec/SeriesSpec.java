package org.gpucomm.figures.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.Point;
import org.gpucomm.figures.chart.Series.Band;
import org.gpucomm.figures.chart.Series.Marker;
import org.gpucomm.figures.chart.Series.Stroke;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.MeasuredNumber;
import org.jspecify.annotations.Nullable;

/**
 * Description of one series: its selection of the panel's rows, and its look.
 *
 * @param metric null for the metric of the panel
 */
record SeriesSpec(YamlMap section, String name, ChosenRows rows, SeriesColor ink, Look look,
        @Nullable MeasuredNumber metric) {

    static SeriesSpec of(YamlMap series, SeriesColor usualColor) {
        series.only("name", "where", "color", "line", "marker", "band", "metric");
        var color = series.has("color") ? Palette.of(series, "color", series.text("color")) : usualColor;
        return new SeriesSpec(series, series.text("name"), ChosenRows.of(series.map("where")), color, Look.of(series),
                series.has("metric") ? SpecUnit.metric(series, "metric") : null);
    }

    Series of(List<Measurement> panelRows, XSpec x, YSpec y, RowAggregate aggregate, double saturation) {
        var chosen = Objects.requireNonNullElse(metric, y.metric());
        var values = new TreeMap<Double, List<Double>>();
        for (var row : panelRows) {
            var at = rows.test(row) ? x.of(row) : Optional.<Double>empty();
            var value = at.isPresent() ? y.unit().of(chosen, row) : Optional.<Double>empty();
            if (value.isPresent()) {
                values.computeIfAbsent(at.orElseThrow(), _ -> new ArrayList<>()).add(value.get());
            }
        }
        var points = new ArrayList<Point>();
        values.forEach((at, ys) -> {
            if (aggregate == RowAggregate.NONE && ys.size() > 1) {
                throw tooMany(at, ys.size(), panelRows, x);
            }
            points.add(aggregate.of(at, ys));
        });
        return new Series(name, Palette.desaturated(ink, saturation), look.line, look.marker, look.band, points);
    }

    /** Returns the dimensions in which rows of the same point differ although no curve may mix their values. */
    Set<Dimension> unlike(List<Measurement> panelRows, XSpec x) {
        var points = panelRows.stream().filter(rows).filter(row -> x.of(row).isPresent())
                .collect(Collectors.groupingBy(row -> x.of(row).orElseThrow()));
        return points.values().stream().filter(each -> each.size() > 1)
                .flatMap(each -> Dimension.unlike(each).stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    private InvalidSpec tooMany(double at, int count, List<Measurement> panelRows, XSpec x) {
        var sources = panelRows.stream().filter(rows).filter(row -> x.of(row).equals(Optional.of(at)))
                .map(Measurement::source).distinct().collect(Collectors.joining(", "));
        return section.error("gives series '" + name + "' " + count + " rows where " + x.field().name() + " is "
                + x.shown(at) + " (from " + sources + "); narrow where, or set aggregate to median, mean, min or max");
    }

    record Look(Stroke line, Marker marker, Band band) {

        static Look of(YamlMap series) {
            return new Look(PanelSpec.oneOf(series, "line", Stroke.SOLID),
                    PanelSpec.oneOf(series, "marker", Marker.CIRCLE), PanelSpec.oneOf(series, "band", Band.NONE));
        }
    }
}
