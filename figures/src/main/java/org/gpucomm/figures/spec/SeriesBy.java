package org.gpucomm.figures.spec;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.DevicePair;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.figures.chart.SeriesColor;
import org.gpucomm.figures.chart.Style;

/**
 * Rule that makes one series per value of a column, in ascending order.
 *
 * @param name   name of a series, with {@code {}} in place of the value
 * @param colors colours in the order of the series; empty for the colours of the style
 */
record SeriesBy(YamlMap section, Field field, String name, List<SeriesColor> colors, SeriesSpec.Look look) {

    static SeriesBy of(YamlMap series) {
        series.only("by", "name", "colors", "line", "marker", "band");
        var colors = series.has("colors")
                ? series.texts("colors").stream().map(text -> Palette.of(series, "colors", text)).toList()
                : List.<SeriesColor>of();
        return new SeriesBy(series, Field.of(series, "by", series.text("by")), series.text("name", "{}"), colors,
                SeriesSpec.Look.of(series));
    }

    List<SeriesSpec> of(List<Measurement> rows, Style style) {
        var values = rows.stream().map(field::textOf).filter(text -> !text.isEmpty()).distinct()
                .sorted(Comparator.comparing(SeriesBy::number).thenComparing(DevicePair.AS_COUNTED)).toList();
        var specs = new ArrayList<SeriesSpec>();
        for (var value : values) {
            int place = specs.size();
            var color = colors.isEmpty() ? Palette.ofPlace(style, place) : colors.get(place % colors.size());
            specs.add(
                    new SeriesSpec(section, name.replace("{}", shown(value)), ChosenRows.with(field, value), color,
                            look,
                            null));
        }
        return specs;
    }

    private String shown(String value) {
        return field.countsBytes() ? new Bytes(Long.parseLong(value)).toString() : value;
    }

    private static BigDecimal number(String value) {
        try {
            return new BigDecimal(value);
        } catch (NumberFormatException notANumber) {
            return BigDecimal.ZERO;
        }
    }
}
