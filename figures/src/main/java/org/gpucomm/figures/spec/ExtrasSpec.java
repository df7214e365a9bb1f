package org.gpucomm.figures.spec;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.figures.chart.Extras;
import org.gpucomm.figures.chart.Extras.Align;
import org.gpucomm.figures.chart.Extras.Gap;
import org.gpucomm.figures.chart.Extras.Reference;
import org.gpucomm.figures.chart.Extras.Remark;
import org.gpucomm.figures.chart.Extras.Shade;
import org.gpucomm.figures.chart.Extras.Tint;
import org.gpucomm.figures.chart.Series;

/** Description of the notes, references, shades and tints of a panel. The numbers in its notes are filled in from the points. */
record ExtrasSpec(XSpec x, Extras extras, List<YamlMap> notes) {

    static ExtrasSpec of(YamlMap panel, XSpec x) {
        var notes = panel.maps("notes");
        notes.forEach(note -> note.only("text", "x", "y", "align").text("text"));
        var extras = new Extras(references(panel), List.of(), shades(panel, x), tints(panel), gaps(panel, x),
                panel.yes("values", false));
        return new ExtrasSpec(x, extras, notes);
    }

    private static List<Reference> references(YamlMap panel) {
        var references = new ArrayList<Reference>();
        for (var section : panel.maps("references")) {
            section.only("label", "y", "from", "to");
            if (section.has("y") == section.has("from")) {
                throw section.error("must have either y, or from and to");
            }
            references.add(section.has("y")
                    ? new Reference.Level(section.text("label"), section.number("y"))
                    : slope(section));
        }
        return references;
    }

    private static Reference slope(YamlMap section) {
        var from = point(section, "from");
        var to = point(section, "to");
        return new Reference.Slope(section.text("label"), from.get(0), from.get(1), to.get(0), to.get(1));
    }

    private static List<Double> point(YamlMap section, String key) {
        var numbers = section.numbers(key);
        if (numbers.size() != 2) {
            throw section.error(key, "must be a point, [x, y], was " + numbers);
        }
        return numbers;
    }

    private static List<Shade> shades(YamlMap panel, XSpec x) {
        return panel.maps("shades").stream().map(section -> {
            section.only("from", "to", "label");
            return new Shade(at(section, "from", x), at(section, "to", x), section.text("label", ""));
        }).toList();
    }

    private static List<Tint> tints(YamlMap panel) {
        return panel.maps("tints").stream().map(section -> {
            section.only("above", "below");
            return new Tint(section.text("above"), section.text("below"));
        }).toList();
    }

    private static List<Gap> gaps(YamlMap panel, XSpec x) {
        return panel.maps("gaps").stream().map(section -> {
            section.only("from", "to");
            return new Gap(at(section, "from", x), at(section, "to", x));
        }).toList();
    }

    private static double at(YamlMap section, String key, XSpec x) {
        return x.read(section, key, section.text(key));
    }

    Extras of(List<Series> series) {
        var remarks = series.isEmpty() ? List.<Remark>of() : notes.stream().map(note -> remark(note, series)).toList();
        return new Extras(extras.references(), remarks, extras.shades(), extras.tints(), extras.gaps(),
                extras.values());
    }

    private Remark remark(YamlMap note, List<Series> series) {
        var text = new FigureWords(note, "text", series, x).fill(note.text("text"));
        return new Remark(text, at(note, "x", x), note.number("y"),
                PanelSpec.oneOf(note, "align", Align.LEFT));
    }
}
