package org.gpucomm.server.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Placement;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.view.ShortId;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.View.Unit;
import org.gpucomm.figures.view.ViewName;
import org.gpucomm.analysis.series.FlagWarnings;
import org.gpucomm.analysis.series.SeriesAnswer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** View of the selected curves, as on Explore and on the pages of runs. */
final class SeriesView {

    private static final List<String> BASIS = List.of("operation", "library", "variant", "placement", "ranks", "bytes",
            "tool", "instanceType", "problem");

    private static final List<String> BESIDES = List.of("run", "id", "group");

    private final SeriesAnswer answer;
    private final Map<String, String> common;

    private SeriesView(SeriesAnswer answer) {
        this.answer = answer;
        this.common = common(answer);
    }

    /** @param marks marks of findings @param address address of the page with this view */
    static View of(SeriesAnswer answer, List<View.Mark> marks, String address) {
        return new SeriesView(answer).view(marks, address);
    }

    private View view(List<View.Mark> marks, String address) {
        var x = answer.x();
        var y = answer.y();
        var notes = new ArrayList<>(answer.warnings());
        return new View(name(), StringUtils.capitalize(y.label()) + " against " + lower(x.label()), basis(),
                new View.Axis(x.name().equals("gpus") ? "ranks" : "message_bytes", StringUtils.capitalize(x.label()),
                        x.name().equals("gpus") ? Unit.GPUS : Unit.BYTES, Scale.LOG2, null),
                new View.Axis(y.name(), StringUtils.capitalize(y.label()), Unit.of(y.unit()),
                        y.name().equals("time") ? Scale.LOG10 : Scale.LINEAR, null),
                answer.series().stream().map(SeriesView::curve).toList(), marks, notes, address);
    }

    private String name() {
        var parts = new ArrayList<String>(List.of(answer.y().name() + "-by-" + answer.x().name()));
        parts.addAll(common.values());
        return ViewName.of(parts);
    }

    private String basis() {
        var parts = new ArrayList<String>();
        answer.common().forEach(said -> parts.add(said.title()));
        parts.add(answer.aggregation());
        return String.join(" · ", parts);
    }

    private static View.Curve curve(SeriesAnswer.Curve curve) {
        var key = new LinkedHashMap<String, String>();
        curve.key().forEach((name, value) -> key.put(name, text(value)));
        // If nothing else distinguishes runs, the run id does.
        curve.differs().stream().filter(said -> BESIDES.contains(said.name()))
                .forEach(said -> key.put(said.name(), text(said.value())));
        return new View.Curve(ShortId.of(curve.id()), curve.label(), key,
                Placement.IN_PLACE.id().equals(key.get("placement")), curve.runs(),
                FlagWarnings.ofCurve(curve.runs().size(),
                        curve.flagged().stream().map(SeriesAnswer.FlaggedRun::flags).toList()),
                curve.points().stream().map(SeriesView::point).toList(), View.CurveKind.MEASURED);
    }

    private static View.Point point(SeriesAnswer.Point point) {
        return new View.Point(point.x(), point.y(), Math.toIntExact(point.n()), point.min(), point.max(), point.data());
    }

    /** Returns the properties that all curves share, by name, as display text. */
    private static Map<String, String> common(SeriesAnswer answer) {
        var common = new LinkedHashMap<String, String>();
        for (var name : BASIS) {
            answer.common().stream().filter(said -> said.name().equals(name)).findFirst()
                    .ifPresent(said -> common.put(name, said.title()));
        }
        return common;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : String.valueOf(value);
    }

    /** Returns the text in lower case, except for words such as GPUs. */
    private static String lower(String text) {
        return text.matches("[A-Z][a-z].*") ? StringUtils.uncapitalize(text) : text;
    }
}
