package org.gpucomm.figures.spec;

import java.util.List;

import org.gpucomm.analysis.identity.MeasuredNumber;
import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.Extras.Reference;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.results.yaml.YamlMap;

/**
 * Vertical axis of a panel.
 *
 * @param shared whether the panel shares its axis with the other panels that set this
 */
record YSpec(MeasuredNumber metric, SpecUnit unit, String label, boolean shared, AxisSpan span) {

    static YSpec of(YamlMap y) {
        y.only("metric", "unit", "label", "shared", "scale", "range", "min", "max", "step", "ticks");
        var metric = SpecUnit.metric(y, "metric");
        var unit = SpecUnit.of(metric, y, "unit");
        var span = AxisSpan.of(y, Scale.LINEAR, AxisSpan.Range.ZERO);
        if (span.scale() == Scale.CATEGORY) {
            throw y.error("scale", "must be linear, log2 or log10: a metric has no categories");
        }
        return new YSpec(metric, unit, y.text("label", unit.shown()), y.yes("shared", false), span);
    }

    Axis axis(List<Series> series, List<Reference> references) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (var one : series) {
            for (var point : one.points()) {
                boolean isBanded = one.band() == Series.Band.MIN_MAX;
                min = Math.min(min, isBanded ? point.min() : point.y());
                max = Math.max(max, isBanded ? point.max() : point.y());
            }
        }
        for (var reference : references) {
            if (reference instanceof Reference.Level(_, double level)) {
                min = Math.min(min, level);
                max = Math.max(max, level);
            }
        }
        var ends = min > max ? span.ends(1, 2) : span.ends(min, max);
        return new Axis(metric.name(), label, unit.shown(), span.scale(), ends.min(), ends.max(),
                span.ticks(ends, Numbers::plain), false);
    }
}
