package org.gpucomm.figures;

import java.util.List;

import org.gpucomm.figures.chart.Axis;
import org.gpucomm.figures.chart.Extras.Reference.Level;
import org.gpucomm.figures.chart.Extras.Reference.Slope;
import org.gpucomm.figures.chart.Extras.Remark;
import org.gpucomm.figures.chart.Figure;
import org.gpucomm.figures.chart.Panel;
import org.gpucomm.figures.chart.Series;
import org.gpucomm.figures.chart.Series.Stroke;
import tools.jackson.databind.json.JsonMapper;

/** JSON of a figure as {@code docs/api.md} describes it. */
public record FigureJson(String name, String title, String description, String style, String aggregation, String source,
        List<PanelJson> panels) {

    static FigureJson of(Figure figure) {
        return new FigureJson(figure.name(), figure.title(), figure.description(), figure.style().id(),
                figure.aggregation(), figure.source(), figure.panels().stream().map(PanelJson::of).toList());
    }

    String text() {
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }

    record PanelJson(String title, String kind, AxisJson x, AxisJson y, List<SeriesJson> series,
            List<LevelJson> references, List<SlopeJson> slopes, List<String> notes) {

        static PanelJson of(Panel panel) {
            var extras = panel.extras();
            return new PanelJson(panel.name(), panel.kind().id(), AxisJson.of(panel.x()),
                    AxisJson.of(panel.y()),
                    panel.series().stream().map(series -> SeriesJson.of(series, panel.x())).toList(),
                    extras.references().stream().filter(Level.class::isInstance).map(Level.class::cast)
                            .map(LevelJson::of).toList(),
                    extras.references().stream().filter(Slope.class::isInstance).map(Slope.class::cast)
                            .map(SlopeJson::of).toList(),
                    extras.remarks().stream().map(Remark::text).toList());
        }
    }

    record AxisJson(String column, String label, String unit, String scale, double min, double max,
            List<TickJson> ticks) {

        static AxisJson of(Axis axis) {
            return new AxisJson(axis.column(), axis.label(), axis.unit(), axis.scale().id(), axis.min(), axis.max(),
                    axis.ticks().stream().map(tick -> new TickJson(tick.value(), tick.label())).toList());
        }
    }

    record TickJson(double value, String label) {}

    record SeriesJson(String name, String color, boolean dashed, List<PointJson> points) {

        static SeriesJson of(Series series, Axis x) {
            return new SeriesJson(series.name(), series.color(), series.line() == Stroke.DASHED, series.points()
                    .stream()
                    .map(point -> new PointJson(x.named() ? x.textOf(point.x()) : point.x(), point.y(), point.rows(),
                            point.min(), point.max()))
                    .toList());
        }
    }

    /**
     * @param x number, or name of a category
     * @param n number of rows behind the point
     */
    record PointJson(Object x, double y, int n, double min, double max) {}

    record LevelJson(String label, double y) {

        static LevelJson of(Level level) {
            return new LevelJson(level.label(), level.y());
        }
    }

    /** Line from one point to another. */
    record SlopeJson(String label, List<Double> from, List<Double> to) {

        static SlopeJson of(Slope slope) {
            return new SlopeJson(slope.label(), List.of(slope.x1(), slope.y1()), List.of(slope.x2(), slope.y2()));
        }
    }
}
