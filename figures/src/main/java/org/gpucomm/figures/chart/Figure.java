package org.gpucomm.figures.chart;

import java.util.List;

/**
 * One figure, complete: nothing else is needed to draw it, and every format of it shows these points.
 *
 * @param name        snake case; also the name of its files
 * @param description one sentence: what it shows
 * @param aggregation one sentence: what is averaged over what, and what is not
 * @param notes       what a reader must know of the points, each a line below the panels: keys of their marks, warnings
 * @param source      where the measurements come from
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

    /** Returns what it shows and what is aggregated, as sentences. */
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
