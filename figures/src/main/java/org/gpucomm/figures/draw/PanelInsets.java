package org.gpucomm.figures.draw;

import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.ChartKind;
import org.gpucomm.figures.chart.Panel;

/** Room that a panel needs around its frame for titles and labels, in pixels. */
record PanelInsets(double left, double top, double right, double bottom) {

    static PanelInsets of(Panel panel, Typesetting setting, boolean labelsY) {
        if (panel.kind() == ChartKind.HEAT) {
            return HeatMap.insets(panel, setting);
        }
        var theme = setting.theme();
        boolean lying = panel.kind() == ChartKind.BAR_ACROSS;
        var leftAxis = lying ? panel.x() : panel.y();
        double left = labelsY ? setting.points(theme.tickPad()) + widest(leftAxis, setting) : setting.points(2);
        if (labelsY && !leftAxis.label().isEmpty()) {
            left += setting.points(theme.labelPad()) + setting.label().height();
        }
        double top = panel.title().isEmpty()
                ? setting.points(4)
                : setting.points(theme.titlePad()) + setting.panelTitle().height();
        return new PanelInsets(left, top, right(panel, setting), setting.below(lying ? panel.y() : panel.x()));
    }

    private static double right(Panel panel, Typesetting setting) {
        return switch (panel.placing().legend()) {
            case ENDS -> EndLabels.width(panel, setting);
            case OUTSIDE -> setting.points(8) + LegendBox.of(panel, setting, true).width();
            case NONE, TOP_LEFT, TOP_RIGHT, RIGHT, BOTTOM_RIGHT, ABOVE -> setting.points(6);
        };
    }

    private static double widest(Axis axis, Typesetting setting) {
        return axis.ticks().stream().mapToDouble(tick -> setting.tick().width(tick.label())).max().orElse(0);
    }
}
