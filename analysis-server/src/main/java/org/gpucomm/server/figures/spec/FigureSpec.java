package org.gpucomm.server.figures.spec;

import java.io.Reader;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.server.figures.chart.Figure;
import org.gpucomm.server.figures.chart.Legend;
import org.gpucomm.server.figures.chart.Panel;
import org.gpucomm.server.figures.chart.Sheet;
import org.gpucomm.server.figures.chart.Style;

/** A figure as its spec file describes it, before there are rows. */
public record FigureSpec(String name, Style style, String title, String description, String source, Section file,
        Sheet sheet, List<PanelSpec> panels) {

    private static final String NAME = "[a-z0-9][a-z0-9_-]*";

    /**
     * Reads a spec.
     *
     * @param file its name, for messages
     * @throws InvalidSpec if it says something that is no spec
     */
    public static FigureSpec read(String file, Reader yaml) {
        var spec = Section.read(file, yaml);
        spec.only("name", "style", "title", "description", "aggregation", "source", "sheet", "panels", "kind", "where",
                "x", "y", "series", "aggregate", "saturation", "legend", "references", "notes", "shades", "tints",
                "gaps", "values");
        var style = spec.oneOf("style", Arrays.asList(Style.values()), Style::id, Style.GPUCOMM);
        var panels = spec.sections("panels").stream()
                .map(panel -> PanelSpec.of(panel.within(spec, PanelSpec.INHERITED), style)).toList();
        if (panels.isEmpty()) {
            throw spec.error("panels", "must list at least one panel");
        }
        var names = new HashSet<String>();
        for (var panel : panels) {
            if (!names.add(panel.name())) {
                throw spec.error("panels", "has two panels with the name '" + panel.name() + "'; give each a name");
            }
        }
        spec.text("aggregation");
        return new FigureSpec(name(spec), style, spec.text("title"), spec.text("description", ""),
                spec.text("source"), spec, sheet(spec, panels.size()), panels);
    }

    private static String name(Section spec) {
        var name = spec.text("name");
        if (!name.matches(NAME)) {
            throw spec.error("name", "must be lower-case letters, digits, _ and -, was '" + name + "'");
        }
        return name;
    }

    private static Sheet sheet(Section spec, int panels) {
        var sheet = spec.section("sheet").only("width", "height", "dpi", "columns", "heading");
        var legend = PanelSpec.oneOf(spec, "legend", Legend.values(), Legend.NONE);
        try {
            return new Sheet(sheet.whole("width", 2400), sheet.whole("height", 1350), sheet.whole("dpi", 300),
                    sheet.whole("columns", panels), legend == Legend.ABOVE ? legend : Legend.NONE,
                    sheet.yes("heading", true));
        } catch (IllegalArgumentException e) {
            throw spec.error("sheet", String.valueOf(e.getMessage()));
        }
    }

    /**
     * The figure over these rows.
     *
     * @throws InvalidSpec if the rows show that the spec does not decide what to draw
     */
    public Figure of(List<Measurement> rows) {
        List<Panel> drawn = Shared.axes(panels, panels.stream().map(panel -> panel.of(rows)).toList());
        var aggregation = new Words(file, "aggregation", drawn.getFirst().series(), panels.getFirst().x()).fill(file.text("aggregation"));
        return new Figure(name, style, title, description, aggregation, source, sheet, drawn);
    }
}
