package org.gpucomm.figures.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.figures.chart.ChartKind;
import org.gpucomm.figures.chart.Extras;
import org.gpucomm.figures.chart.Legend;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.PanelPlacement;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Style;
import org.gpucomm.analysis.identity.Dimension;
import org.jspecify.annotations.Nullable;

/** One panel of a spec, completed with the keys that the file sets for all panels. */
record PanelSpec(String name, String title, ChartKind kind, ChosenRows rows, XSpec x, YSpec y,
        Function<List<Measurement>, List<SeriesSpec>> series, RowAggregate aggregate, double saturation,
        ExtrasSpec extras, PanelPlacement placing) {

    /** Returns whether one of the series would include this row. */
    boolean choosesFrom(Measurement row) {
        return rows.test(row) && series.apply(List.of(row)).stream().anyMatch(each -> each.rows().test(row));
    }

    /** Keys that a file may set once for all panels. */
    static final List<String> INHERITED = List.of("kind", "where", "x", "y", "series", "aggregate", "saturation",
            "legend", "references", "notes", "shades", "tints", "gaps", "values");

    static PanelSpec of(YamlMap panel, Style style) {
        panel.only("name", "title", "span", "frame", "kind", "where", "x", "y", "series", "aggregate", "saturation",
                "legend", "references", "notes", "shades", "tints", "gaps", "values");
        var kind = oneOf(panel, "kind", ChartKind.LINE);
        var x = XSpec.of(panel.map("x"));
        if (kind != ChartKind.LINE && x.span().scale() != Scale.CATEGORY) {
            throw panel.map("x").error("scale", "must be category where kind is bar, bar_across or heat");
        }
        var title = panel.text("title", "");
        return new PanelSpec(panel.text("name", title), title, kind, ChosenRows.of(panel.map("where")), x,
                YSpec.of(panel.map("y")), series(panel, style),
                oneOf(panel, "aggregate", RowAggregate.NONE), panel.number("saturation", 1),
                ExtrasSpec.of(panel, x), placing(panel));
    }

    private static Function<List<Measurement>, List<SeriesSpec>> series(YamlMap panel, Style style) {
        if (panel.has("series") && !panel.isList("series")) {
            var by = SeriesBy.of(panel.map("series"));
            return rows -> by.of(rows, style);
        }
        var specs = new ArrayList<SeriesSpec>();
        for (var section : panel.maps("series")) {
            specs.add(SeriesSpec.of(section, Palette.ofPlace(style, specs.size())));
        }
        if (specs.isEmpty()) {
            throw panel.error("series",
                    "must list at least one series with a name, or say by which column: {by: ranks}");
        }
        return _ -> specs;
    }

    private static PanelPlacement placing(YamlMap panel) {
        var legend = oneOf(panel, "legend", Legend.NONE);
        return new PanelPlacement(frame(panel), panel.whole("span", 1), legend == Legend.ABOVE ? Legend.NONE : legend);
    }

    private static PanelPlacement.@Nullable PanelFrame frame(YamlMap panel) {
        if (!panel.has("frame")) {
            return null;
        }
        var frame = panel.map("frame").only("left", "top", "right", "bottom");
        try {
            return new PanelPlacement.PanelFrame(frame.number("left"), frame.number("top"), frame.number("right"),
                    frame.number("bottom"));
        } catch (IllegalArgumentException e) {
            throw panel.error("frame", String.valueOf(e.getMessage()));
        }
    }

    /** Returns the constant that a spec names in lower case, for example {@code min_max}. */
    static <T extends Enum<T>> T oneOf(YamlMap section, String key, T otherwise) {
        return section.oneOf(key, List.of(otherwise.getDeclaringClass().getEnumConstants()),
                value -> value.name().toLowerCase(Locale.ROOT), otherwise);
    }

    /** Returns, by series name, the dimensions in which rows of the same point differ although no curve may mix their values. */
    Map<String, Set<Dimension>> unlike(List<Measurement> all) {
        var chosen = all.stream().filter(rows).toList();
        var unlike = new LinkedHashMap<String, Set<Dimension>>();
        for (var spec : series.apply(chosen)) {
            var apart = spec.unlike(chosen, x);
            if (!apart.isEmpty()) {
                unlike.put(spec.name(), apart);
            }
        }
        return unlike;
    }

    /** Returns the panel over these rows. */
    Panel of(List<Measurement> all) {
        var chosen = all.stream().filter(rows).toList();
        var x = kind == ChartKind.HEAT && this.x.names().isEmpty() ? this.x.withCategoriesOf(chosen) : this.x;
        List<Series> drawn = series.apply(chosen).stream()
                .map(spec -> spec.of(chosen, x, y, aggregate, saturation)).filter(one -> !one.points().isEmpty())
                .toList();
        Extras filled = extras.of(drawn);
        return new Panel(name, title, kind, x.axis(drawn), y.axis(drawn, filled.references()), drawn, filled, placing);
    }
}
