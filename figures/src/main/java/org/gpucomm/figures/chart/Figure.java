package org.gpucomm.figures.chart;

import java.util.List;

/**
 * Complete data of one figure. Every format shows the same points.
 *
 * @param name        name in snake case, also the name of the files
 * @param description one sentence about the content
 * @param aggregation one sentence about averages over rows
 * @param notes       lines below the panels: meaning of marks, warnings
 * @param source      origin of the measurements
 */
public record Figure(String name, Style style, String title, String description, String aggregation,
        List<String> notes, String source, Sheet sheet, List<Panel> panels) {

    public Figure {
        if (panels.isEmpty()) {
            throw new IllegalArgumentException("figure " + name + " has no panel");
        }
        panels = List.copyOf(panels);
        notes = List.copyOf(notes);
    }

    /** Returns the description and the aggregation as sentences. */
    public String about() {
        return sentence(description) + " " + sentence(aggregation);
    }

    private static String sentence(String text) {
        return text.isEmpty() || text.endsWith(".") ? text : text + ".";
    }

    public boolean hasNoPoints() {
        return panels.stream().allMatch(Panel::hasNoPoints);
    }
}
