package org.gpucomm.server.figures.view;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.gpucomm.server.figures.chart.Check;
import org.gpucomm.server.figures.chart.Hue;
import org.gpucomm.server.figures.chart.Point;
import org.gpucomm.server.figures.chart.Scale;
import org.gpucomm.server.figures.chart.Series.Stroke;
import org.gpucomm.server.figures.chart.Series.Marker;
import org.gpucomm.server.web.BadParameter;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Draws a chart that a page of the dashboard has computed itself: forecasts, histories, comparisons. Nothing is stored.
 */
@RestController
class ViewController {

    private static final int MOST_POINTS = 100_000;

    @PostMapping("/api/v1/views.{ending:[a-z]+}")
    ResponseEntity<byte[]> draw(@PathVariable String ending, @RequestBody Drawn drawn, HttpServletRequest request) {
        var format = ViewFaces.format(ending);
        long points = drawn.curves().stream().mapToLong(curve -> curve.points().size()).sum();
        if (points > MOST_POINTS) {
            throw new BadParameter("a drawing has at most " + MOST_POINTS + " points, this has " + points);
        }
        return ViewFaces.answer(drawn.view(), format, request.getParameterMap());
    }

    /** A chart as the dashboard holds it. */
    record Drawn(String name, String title, String basis, String address, List<String> notes, DrawnAxis x, DrawnAxis y,
            List<DrawnCurve> curves, List<DrawnMark> marks) {

        View view() {
            return new View(ViewName.of(List.of(name)), title, basis, x.axis("x"), y.axis("y"),
                    curves.stream().map(DrawnCurve::curve).toList(),
                    marks.stream().map(mark -> new View.Mark(mark.axis().equals("x"), mark.from(), mark.to(),
                            mark.label())).toList(),
                    notes, address);
        }
    }

    /** @param scale as {@code linear}, {@code log2}, {@code log10} */
    record DrawnAxis(String label, String unit, String scale, @Nullable Double include) {

        View.Axis axis(String name) {
            return new View.Axis(name, label, View.Unit.of(unit), constant(Scale.class, scale), include);
        }
    }

    record DrawnCurve(String id, String label, DrawnInk ink, boolean dashed, Map<String, String> key,
            List<String> runs, List<String> flags, List<DrawnPoint> points, boolean measured) {

        View.Curve curve() {
            return new View.Curve(id, label, key, dashed, runs, flags, points.stream().map(DrawnPoint::point).toList(),
                    ink.pencil(), measured);
        }
    }

    /** @param depth null for kinds @param marker null for a circle */
    record DrawnInk(String hue, @Nullable Double depth, @Nullable String marker, @Nullable Boolean broken) {

        Pencil pencil() {
            return new Pencil(constant(Hue.class, hue), depth,
                    marker == null ? Marker.CIRCLE : constant(Marker.class, marker),
                    Boolean.TRUE.equals(broken) ? Stroke.DASH_DOTTED : Stroke.SOLID);
        }
    }

    /** @param wrong wrong elements; null = not checked */
    record DrawnPoint(double x, double y, int n, double min, double max, @Nullable Double wrong) {

        Point point() {
            return new Point(x, y, n, min, max, Check.of(wrong));
        }
    }

    record DrawnMark(String axis, double from, double to, String label) {}

    private static <E extends Enum<E>> E constant(Class<E> type, String name) {
        try {
            return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new BadParameter("there is no " + type.getSimpleName().toLowerCase(Locale.ROOT) + " '" + name + "'");
        }
    }
}
