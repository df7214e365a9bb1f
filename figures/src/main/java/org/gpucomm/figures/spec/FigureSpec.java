package org.gpucomm.figures.spec;

import java.io.Reader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.figures.chart.Extras.Reference;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Legend;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Sheet;
import org.gpucomm.figures.chart.Style;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.yaml.InvalidSpec;
import org.gpucomm.results.yaml.YamlFile;
import org.gpucomm.results.yaml.YamlMap;
import org.jspecify.annotations.Nullable;

/** Figure as its spec file describes it, without rows. */
public final class FigureSpec {

    private static final String NAME = "[a-z0-9][a-z0-9_-]*";
    /** Placeholder in a spec for {@link #origin}. */
    private static final String ORIGIN = "{origin}";

    private final YamlMap file;
    private final String name;
    private final Style style;
    private final Sheet sheet;
    private final List<PanelSpec> panels;

    private FigureSpec(YamlMap file, String name, Style style, Sheet sheet, List<PanelSpec> panels) {
        this.file = file;
        this.name = name;
        this.style = style;
        this.sheet = sheet;
        this.panels = panels;
    }

    public String name() {
        return name;
    }

    /** Returns the number of pixels of the picture: width times height of the sheet. */
    public int pixels() {
        return sheet.width() * sheet.height();
    }

    /**
     * Reads a spec.
     *
     * @param file name of the file, for messages
     * @throws InvalidSpec if the text is not a valid spec
     */
    public static FigureSpec read(String file, Reader yaml) {
        var spec = new YamlFile(file, "the spec", "a spec needs at least name, title and panels").map(yaml);
        spec.only("name", "style", "title", "description", "aggregation", "source", "sheet", "panels", "kind", "where",
                "x", "y", "series", "aggregate", "saturation", "legend", "references", "notes", "shades", "tints",
                "gaps", "values");
        var style = PanelSpec.oneOf(spec, "style", Style.GPUCOMM);
        var panels = spec.maps("panels").stream()
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
        // Used only once there are points, but checked here to reject an incomplete spec at once.
        List.of("title", "source", "aggregation").forEach(spec::text);
        return new FigureSpec(spec, name(spec), style, sheet(spec, panels.size()), panels);
    }

    private static String name(YamlMap spec) {
        var name = spec.text("name");
        if (!name.matches(NAME)) {
            throw spec.error("name", "must be lower-case letters, digits, _ and -, was '" + name + "'");
        }
        return name;
    }

    private static Sheet sheet(YamlMap spec, int panels) {
        var sheet = spec.map("sheet").only("width", "height", "dpi", "columns", "heading");
        var legend = PanelSpec.oneOf(spec, "legend", Legend.NONE);
        try {
            return new Sheet(sheet.whole("width", 2400), sheet.whole("height", 1350), sheet.whole("dpi", 300),
                    sheet.whole("columns", panels), legend == Legend.ABOVE ? legend : Legend.NONE,
                    sheet.yes("heading", true));
        } catch (IllegalArgumentException e) {
            throw spec.error("sheet", String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the figure over these rows.
     *
     * @throws InvalidSpec if the spec is ambiguous for these rows
     */
    public Figure of(List<Measurement> rows) {
        var right = rows.stream().filter(row -> !row.outcome().isWrong()).toList();
        List<Panel> drawn = withSharedAxis(panels, panels.stream().map(panel -> panel.of(right)).toList());
        var aggregation = new FigureWords(file, "aggregation", drawn.getFirst().series(), panels.getFirst().x())
                .fill(file.text("aggregation"));
        return new Figure(name, style, file.text("title"), file.text("description", file.text("title")),
                aggregation + leftOut(rows) + joined(right), List.of(),
                file.text("source").replace(ORIGIN,
                        origin(right.stream().filter(this::choosesFrom).toList())),
                sheet, drawn);
    }

    /** Returns whether a series of any panel would show this row. */
    public boolean choosesFrom(Measurement row) {
        return panels.stream().anyMatch(panel -> panel.choosesFrom(row));
    }

    /** Returns a sentence for each series whose points join unlike measurements, since such a line is not one curve. */
    private String joined(List<Measurement> right) {
        var sentences = new StringBuilder();
        panels.stream().flatMap(panel -> panel.unlike(right).entrySet().stream())
                .map(each -> " Points of '" + each.getKey() + "' join measurements of unlike "
                        + each.getValue().stream().map(Dimension::name).collect(Collectors.joining(", ")) + ".")
                .distinct().forEach(sentences::append);
        return sentences.toString();
    }

    private String leftOut(List<Measurement> rows) {
        long wrong = rows.stream().filter(row -> row.outcome().isWrong()).filter(this::choosesFrom).count();
        return switch ((int) wrong) {
            case 0 -> "";
            case 1 -> " One measurement with wrong data is left out.";
            default -> " " + wrong + " measurements with wrong data are left out.";
        };
    }

    /** Returns the panels with one y axis for all with {@code shared: true}. */
    private static List<Panel> withSharedAxis(List<PanelSpec> specs, List<Panel> panels) {
        var series = new ArrayList<Series>();
        var references = new ArrayList<Reference>();
        for (int i = 0; i < panels.size(); i++) {
            if (specs.get(i).y().shared()) {
                series.addAll(panels.get(i).series());
                references.addAll(panels.get(i).extras().references());
            }
        }
        var shared = new ArrayList<Panel>();
        for (int i = 0; i < panels.size(); i++) {
            var y = specs.get(i).y();
            shared.add(y.shared() ? panels.get(i).with(y.axis(series, references)) : panels.get(i));
        }
        return shared;
    }

    /**
     * Returns a sentence about the source of rows: tools, libraries, GPUs, numbers of hosts, iterations and files, for example
     * {@code gpucomm 0.1.0; nvshmem 3.4.5; …}.
     */
    private static String origin(List<Measurement> rows) {
        return String.join("; ", List.of(
                all(rows, row -> named(row.stack().tool(), row.stack().toolVersion())),
                all(rows, row -> named(row.stack().library(), row.stack().libraryVersion())),
                all(rows, row -> row.platform().gpu()),
                "hosts: " + all(rows, row -> text(row.platform().nodes())),
                "iterations: " + all(rows, row -> text(row.workload().iterations())),
                "from " + all(rows, Measurement::source)));
    }

    private static String all(List<Measurement> rows, Function<Measurement, @Nullable String> part) {
        var texts = rows.stream().map(part).filter(Objects::nonNull).distinct().sorted()
                .collect(Collectors.joining(", "));
        return texts.isEmpty() ? "not known" : texts;
    }

    private static @Nullable String named(@Nullable String name, @Nullable String version) {
        return name == null || version == null ? name : name + " " + version;
    }

    private static @Nullable String text(@Nullable Number number) {
        return number == null ? null : number.toString();
    }
}
