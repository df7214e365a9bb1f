package org.gpucomm.server.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.view.ShortId;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.View.CurveKind;
import org.gpucomm.figures.view.View.Unit;
import org.gpucomm.figures.view.ViewName;
import org.gpucomm.analysis.series.FlagWarnings;
import org.gpucomm.analysis.series.IterationsAnswer;
import org.gpucomm.analysis.series.IterationsAnswer.Iterations;
import org.gpucomm.analysis.series.SeriesAnswer.FlaggedRun;

/** View of the spread of single iterations: for each curve the median with a range around it, and the longest iteration. */
final class IterationsView {

    /** Shape in which iterations are drawn. */
    enum Shape {
        boxes("box from the shortest to the 99th percentile, mark at the median, wedge: the longest"),
        bands("median; band from the shortest to the 99th percentile; dashed: the longest");

        private final String sentence;

        Shape(String sentence) {
            this.sentence = sentence;
        }
    }

    private IterationsView() {}

    static View of(IterationsAnswer answer, Shape shape, String address) {
        var basis = new ArrayList<String>();
        answer.common().forEach(said -> basis.add(said.title()));
        basis.add(shape.sentence);
        if (answer.series().stream().flatMap(curve -> curve.points().stream()).anyMatch(point -> point.n() > 1)) {
            basis.add(
                    "several measurements of a size: shortest and longest of all, medians of the medians and percentiles");
        }
        var curves = answer.series().stream().flatMap(curve -> curves(curve, shape)).toList();
        var names = Stream.concat(Stream.of("iterations", shape.name()),
                answer.common().stream().filter(said -> said.name().equals("operation") || said.name().equals("library")
                        || said.name().equals("ranks")).map(said -> said.title()))
                .toList();
        return new View(ViewName.of(names), "Time of single iterations against message size", String.join(" · ", basis),
                new View.Axis("message_bytes", "Message size", Unit.BYTES, Scale.LOG2, null),
                new View.Axis("time_us", "Time of an iteration", Unit.MICROSECONDS, Scale.LOG10, null), curves,
                List.of(), List.of(), address);
    }

    private static Stream<View.Curve> curves(IterationsAnswer.Curve curve, Shape shape) {
        var name = curve.label().isEmpty() ? "" : curve.label() + " · ";
        var middle = curve.points().stream().map(IterationsView::middle).toList();
        var longest = curve.points().stream().filter(point -> point.max() != null).map(IterationsView::longest)
                .toList();
        var medians = part(curve, name + "median", shape == Shape.boxes ? CurveKind.BOXES : CurveKind.ITERATIONS,
                false, middle);
        return longest.isEmpty()
                ? Stream.of(medians)
                : Stream.of(medians, part(curve, name + "longest",
                        shape == Shape.boxes ? CurveKind.LONGEST : CurveKind.ITERATIONS, true, longest));
    }

    private static View.Curve part(IterationsAnswer.Curve curve, String label, CurveKind kind, boolean dashed,
            List<View.Point> points) {
        Map<String, String> key = new LinkedHashMap<>();
        curve.key().forEach((name, value) -> key.put(name, value == null ? "" : String.valueOf(value)));
        // Dashes mark the longest iterations, so placements differ by hue.
        key.put("of", key.getOrDefault("placement", ""));
        key.put("id", curve.id());
        return new View.Curve(ShortId.of(curve.id() + label), label, key, dashed, curve.runs(),
                FlagWarnings.ofCurve(curve.runs().size(), curve.flagged().stream().map(FlaggedRun::flags).toList()),
                points, kind);
    }

    private static View.Point middle(Iterations point) {
        double low = point.min() == null ? point.p50() : point.min();
        double high = point.p99() != null ? point.p99() : point.max() != null ? point.max() : point.p50();
        return new View.Point(point.x(), point.p50(), Math.toIntExact(point.n()), low, high, point.data());
    }

    private static View.Point longest(Iterations point) {
        return new View.Point(point.x(), point.max() == null ? Double.NaN : point.max(), Math.toIntExact(point.n()),
                Double.NaN, Double.NaN, point.data());
    }
}
