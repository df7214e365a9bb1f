package org.gpucomm.figures.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.DevicePair;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.Axis.Tick;
import org.gpucomm.figures.chart.Numbers;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;

/**
 * Horizontal axis of a panel.
 *
 * @param unit       unit of the axis; empty for columns without bytes
 * @param bytesAUnit bytes per unit; 1 for columns without bytes
 * @param names      labels by category value, in order; empty for a numeric axis
 */
record XSpec(Field field, String label, String unit, long bytesAUnit, Map<String, String> names, AxisSpan span) {

    /** Units of sizes; {@code count} is for tools whose "size" column does not count bytes. */
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "count");

    static XSpec of(YamlMap x) {
        x.only("column", "label", "unit", "names", "scale", "range", "min", "max", "step", "ticks");
        var field = Field.of(x, "column", x.text("column"));
        var unit = field.countsBytes() ? x.oneOf("unit", UNITS, name -> name, "B") : "";
        if (!field.countsBytes() && x.has("unit")) {
            throw x.error("unit", "is only for message_bytes and bytes_per_rank");
        }
        var names = new LinkedHashMap<String, String>();
        var section = x.map("names");
        section.keys().forEach(value -> names.put(value, section.text(value)));
        var span = AxisSpan.of(x, names.isEmpty() ? Scale.LINEAR : Scale.CATEGORY, AxisSpan.Range.DATA);
        if (!names.isEmpty() && span.scale() != Scale.CATEGORY) {
            throw x.error("scale", "must be category where names are given");
        }
        return new XSpec(field, x.text("label", field.name()), unit, SizeText.unit(unit).orElse(1L), names, span);
    }

    /** Returns this axis with one category for each value in the rows, in natural order. */
    XSpec withCategoriesOf(List<Measurement> rows) {
        var categories = new LinkedHashMap<String, String>();
        rows.stream().map(field::textOf).filter(text -> !text.isEmpty()).distinct().sorted(DevicePair.AS_COUNTED)
                .forEach(text -> categories.put(text, text));
        return new XSpec(field, label, unit, bytesAUnit, categories, span);
    }

    /** Returns the position of a row on the axis, in its unit or as the index of its category; empty if the row has no position. */
    Optional<Double> of(Measurement row) {
        var text = field.textOf(row);
        if (!names.isEmpty()) {
            int place = List.copyOf(names.keySet()).indexOf(text);
            return place < 0 ? Optional.empty() : Optional.of((double) place);
        }
        try {
            return Optional.of(Double.parseDouble(text) / bytesAUnit);
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    /** Returns a number that the spec gives for this axis, for example {@code 64} or {@code 64 MiB}. */
    double read(YamlMap section, String key, String text) {
        if (field.countsBytes()) {
            var size = text.endsWith("B") ? SizeText.parse(text) : Optional.<Long>empty();
            if (size.isPresent()) {
                return size.get().doubleValue() / bytesAUnit;
            }
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw section.error(key, "must be a value of the x axis, was '" + text + "'");
        }
    }

    Axis axis(List<Series> series) {
        var values = new TreeSet<Double>();
        series.forEach(one -> one.points().forEach(point -> values.add(point.x())));
        if (span.scale() == Scale.CATEGORY) {
            var ticks = categories(values);
            return new Axis(field.name(), label, unit, Scale.CATEGORY, -0.5, Math.max(1, ticks.size()) - 0.5, ticks,
                    !names.isEmpty());
        }
        var ends = values.isEmpty() ? span.ends(1, 2) : span.ends(values.first(), values.last());
        var ticks = span.scale() == Scale.LOG2 && span.ticks() == null
                ? values.stream().map(value -> new Tick(value, shown(value))).toList()
                : span.ticks(ends, this::shown);
        return new Axis(field.name(), label, unit, span.scale(), ends.min(), ends.max(), ticks, false);
    }

    private List<Tick> categories(TreeSet<Double> values) {
        if (names.isEmpty()) {
            return values.stream().map(value -> new Tick(value, shown(value))).toList();
        }
        var ticks = new ArrayList<Tick>();
        names.values().forEach(name -> ticks.add(new Tick(ticks.size(), name)));
        return ticks;
    }

    /** Returns a value as text; sizes in bytes have the largest suitable unit. */
    String shown(double value) {
        return unit.equals("B") ? new Bytes((long) value).toString() : Numbers.plain(value);
    }
}
