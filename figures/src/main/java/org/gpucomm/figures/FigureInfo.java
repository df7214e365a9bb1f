package org.gpucomm.figures;

import java.util.List;

import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Style;

/**
 * Entry of a figure in the list of the catalogue.
 *
 * @param styles styles of the figure, gpucomm's own first
 * @param study  whether the figure is one of the EFA study's own
 */
public record FigureInfo(String name, String title, String description, String source, String aggregation,
        List<String> styles, boolean study) {

    public static FigureInfo of(Figure figure, List<Style> styles) {
        return new FigureInfo(figure.name(), figure.title(), figure.description(), figure.source(),
                figure.aggregation(), styles.stream().map(Style::id).toList(), styles.contains(Style.STUDY));
    }
}
