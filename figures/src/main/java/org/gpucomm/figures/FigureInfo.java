package org.gpucomm.figures;

import java.util.List;

import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Style;

/**
 * A figure of the catalogue, as lists show it.
 *
 * @param styles what it can be drawn in, gpucomm's own first
 * @param study  whether it is one of the EFA study's own figures
 */
public record FigureInfo(String name, String title, String description, String source, String aggregation,
        List<String> styles, boolean study) {

    public static FigureInfo of(Figure figure, List<Style> styles) {
        return new FigureInfo(figure.name(), figure.title(), figure.description(), figure.source(),
                figure.aggregation(), styles.stream().map(Style::id).toList(), styles.contains(Style.STUDY));
    }
}
