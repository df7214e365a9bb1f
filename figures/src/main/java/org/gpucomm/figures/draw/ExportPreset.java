package org.gpucomm.figures.draw;

import java.util.List;

import org.gpucomm.figures.chart.Extras;
import org.gpucomm.figures.chart.Extras.Remark;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.PanelPlacement;
import org.gpucomm.figures.chart.Sheet;
import org.gpucomm.figures.chart.Identified;

/**
 * Layout of an exported picture. A publication states the title, the sentences and the source in the caption, so the presets for
 * publications omit them. The legend and the warnings about the data stay in the picture.
 */
public enum ExportPreset implements Identified {
    /** The layout that the figure defines. */
    FULL,
    /** The width that the figure defines, without title, sentences and source. */
    BARE,
    /** One column of a two-column paper: 3.3 inches wide, with panels below each other and text at the usual size. */
    COLUMN;

    private static final double COLUMN_INCHES = 3.3;
    /** Ratio of height to width of a panel in a column. */
    private static final double ASPECT = 0.8;
    /** Longest line of a remark, in characters. */
    private static final int REMARK = 30;

    /** Returns the figure in this layout. Panels with a fixed frame move into the grid of the others. */
    public Figure of(Figure figure) {
        return switch (this) {
            case FULL -> figure;
            case BARE -> bare(figure);
            case COLUMN -> column(figure);
        };
    }

    private static Figure bare(Figure figure) {
        var sheet = figure.sheet();
        double panels = sheet.height() - Pictures.written(figure);
        return fitted(figure, sheet.width(), sheet.columns(), panels,
                figure.panels().stream().map(panel -> placed(panel, panel.placing().span(), panel.extras())).toList());
    }

    private static Figure column(Figure figure) {
        int width = (int) Math.round(COLUMN_INCHES * figure.sheet().dpi());
        return fitted(figure, width, 1, figure.panels().size() * ASPECT * width,
                figure.panels().stream().map(ExportPreset::narrow).toList());
    }

    /** Returns the panel with its remarks broken into shorter lines. */
    private static Panel narrow(Panel panel) {
        var extras = panel.extras();
        var remarks = extras.remarks().stream()
                .map(remark -> new Remark(broken(remark.text()), remark.x(), remark.y(), remark.align())).toList();
        return placed(panel, 1, new Extras(extras.references(), remarks, extras.shades(), extras.tints(), extras.gaps(),
                extras.values()));
    }

    private static String broken(String text) {
        if (text.lines().allMatch(line -> line.length() <= REMARK)) {
            return text;
        }
        var lines = new StringBuilder();
        int length = 0;
        for (var word : text.split("\\s+")) {
            boolean isFull = length > 0 && length + 1 + word.length() > REMARK;
            lines.append(length == 0 ? "" : isFull ? "\n" : " ").append(word);
            length = isFull || length == 0 ? word.length() : length + 1 + word.length();
        }
        return lines.toString();
    }

    private static Panel placed(Panel panel, int span, Extras extras) {
        return new Panel(panel.name(), panel.title(), panel.kind(), panel.x(), panel.y(), panel.series(), extras,
                new PanelPlacement(null, span, panel.placing().legend()));
    }

    /** @param room height of the panels in pixels */
    private static Figure fitted(Figure figure, int width, int columns, double room, List<Panel> panels) {
        var any = with(figure, sheet(figure, width, (int) Math.ceil(room), columns), panels);
        return with(figure, sheet(figure, width, (int) Math.ceil(room + Pictures.written(any)), columns), panels);
    }

    private static Sheet sheet(Figure figure, int width, int height, int columns) {
        var sheet = figure.sheet();
        return new Sheet(width, height, sheet.dpi(), columns, sheet.legend(), false, false);
    }

    private static Figure with(Figure figure, Sheet sheet, List<Panel> panels) {
        return new Figure(figure.name(), figure.style(), figure.title(), figure.description(), figure.aggregation(),
                figure.notes(), figure.source(), sheet, panels);
    }
}
