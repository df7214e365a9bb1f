package org.gpucomm.server.scaling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.scaling.Forecast;
import org.gpucomm.analysis.scaling.ScalingCurves.Along;
import org.gpucomm.analysis.scaling.ScalingCurves.Point;
import org.gpucomm.analysis.series.FlagWarnings;
import org.gpucomm.analysis.series.RunFlag;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.view.LabelParts;
import org.gpucomm.figures.view.ShortId;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.View.CurveKind;
import org.gpucomm.figures.view.View.Unit;
import org.gpucomm.figures.view.ViewName;
import org.gpucomm.results.Bytes;
import org.jspecify.annotations.Nullable;

/** View of curves along GPUs, as on the page Scaling: each at one message size, or at one size per rank. */
record ScalingView(List<Along> curves, Map<Along, Forecast> forecasts, Map<String, List<RunFlag>> flags,
        ScalingMetric shown, Fixed fixed) {

    /** Quantity that is constant along a curve. */
    enum Fixed {
        message,
        rank
    }

    /** @param size bytes of the message or per rank; -1 if the operation has none */
    private record DrawnLine(Along curve, long size, List<Point> points) {}

    /** @param asked metric to show; null = the first known one @param flags flags of the runs on the curves, by run id */
    static View of(List<Along> curves, Map<Along, Forecast> forecasts, Map<String, List<RunFlag>> flags,
            @Nullable ScalingMetric asked, Fixed fixed, List<String> notes, String address) {
        var shown = asked != null
                ? asked
                : Stream.of(ScalingMetric.values())
                        .filter(each -> curves.stream().anyMatch(curve -> curve.points().stream()
                                .anyMatch(point -> each.of(point, curve.points().getFirst()) != null)))
                        .findFirst()
                        .orElse(ScalingMetric.time);
        return new ScalingView(curves, forecasts, flags, shown, fixed).view(notes, address);
    }

    private View view(List<String> notes, String address) {
        var lines = fixed == Fixed.message ? perMessage() : perRank();
        var names = new LabelParts(lines.stream().map(line -> {
            var parts = new ArrayList<>(parts(line.curve()));
            parts.add(line.size() < 0
                    ? ""
                    : new Bytes(line.size()) + (fixed == Fixed.rank ? " a rank" : ""));
            return List.copyOf(parts);
        }).toList());
        var drawn = new ArrayList<View.Curve>();
        for (int i = 0; i < lines.size(); i++) {
            var name = names.name(i).isEmpty() ? parts(lines.get(i).curve()).getFirst() : names.name(i);
            draw(lines.get(i), name, drawn);
        }
        var common = new LabelParts(curves.stream().map(ScalingView::parts).toList()).common();
        var basis = new ArrayList<>(common);
        basis.add(fixed == Fixed.message ? "each curve one message size" : "each curve one message size / GPUs");
        int most = curves.stream().flatMap(curve -> curve.points().stream()).mapToInt(Point::n).max().orElse(1);
        basis.add(most > 1 ? "medians of up to " + most + " measurements" : "single measurements");
        if (isPrintedEfficiency()) {
            basis.add("as the application printed it");
        }
        return new View(ViewName.of(Stream.concat(Stream.of(shown + "-by-gpus"), common.stream()).toList()),
                shown.title() + " against GPUs", String.join(" · ", basis),
                new View.Axis("ranks", "GPUs", Unit.GPUS, Scale.LOG2, null),
                new View.Axis(shown.name(), yLabel(), shown.unit(),
                        shown == ScalingMetric.time ? Scale.LOG10 : Scale.LINEAR,
                        null),
                apart(drawn), List.of(), notes(notes, lines), address);
    }

    private void draw(DrawnLine line, String name, List<View.Curve> drawn) {
        var points = new ArrayList<View.Point>();
        var first = line.points().getFirst();
        for (var point : line.points()) {
            var spread = shown.of(point, first);
            if (spread != null) {
                points.add(new View.Point(point.layout().ranks(), spread.median(), spread.n(), spread.min(),
                        spread.max(), point.data()));
            }
        }
        if (points.isEmpty()) {
            return;
        }
        var runs = line.points().stream().flatMap(point -> point.runs().stream()).distinct().sorted().toList();
        var flagged = runs.stream().map(flags::get).filter(Objects::nonNull).toList();
        drawn.add(new View.Curve(ShortId.of(name), name, key(line), false, runs,
                FlagWarnings.ofCurve(runs.size(), flagged), points, CurveKind.MEASURED));
        var beyond = fixed == Fixed.message ? beyond(line.curve()) : List.<View.Point>of();
        if (!beyond.isEmpty()) {
            var told = new ArrayList<View.Point>();
            // The line continues from the last measured point, whose interval is empty.
            told.add(new View.Point(points.getLast().x(), points.getLast().y(), 0, points.getLast().y(),
                    points.getLast().y(), Checks.NONE));
            told.addAll(beyond);
            var label = name + " forecast";
            drawn.add(new View.Curve(ShortId.of(label), label, key(line), true, runs, List.of(), told,
                    CurveKind.FORECAST));
        }
    }

    private List<DrawnLine> perMessage() {
        return curves.stream().map(curve -> new DrawnLine(curve, curve.bytes(), curve.points())).toList();
    }

    /** Returns lines of equal bytes per rank, which join different message sizes: 32 MiB on 16 GPUs and 64 MiB on 32. */
    private List<DrawnLine> perRank() {
        record Group(String subject, long size) {}
        var lines = new LinkedHashMap<Group, DrawnLine>();
        for (var curve : curves) {
            for (var point : curve.points()) {
                int ranks = point.layout().ranks();
                if (curve.bytes() >= 0 && curve.bytes() % ranks == 0) {
                    long size = curve.bytes() / ranks;
                    lines.computeIfAbsent(new Group(curve.subject().hash(), size),
                            added -> new DrawnLine(curve, size, new ArrayList<>())).points().add(point);
                }
            }
        }
        return lines.values().stream().filter(line -> line.points().size() > 1)
                .map(line -> new DrawnLine(line.curve(), line.size(), line.points().stream()
                        .sorted(Comparator.comparing(point -> point.layout().ranks())).toList()))
                .sorted(Comparator.comparing(DrawnLine::size)).toList();
    }

    private List<View.Point> beyond(Along curve) {
        var forecast = forecasts.get(curve);
        if (forecast == null) {
            return List.of();
        }
        var beyond = new ArrayList<View.Point>();
        for (var point : forecast.points()) {
            var told = told(curve, point.ranks());
            if (told != null) {
                double one = told.applyAsDouble(point.low());
                double other = told.applyAsDouble(point.high());
                beyond.add(new View.Point(point.ranks(), told.applyAsDouble(point.time()), 0, Math.min(one, other),
                        Math.max(one, other), Checks.NONE));
            }
        }
        return beyond;
    }

    /** Returns the function from a time in µs to the shown quantity on this number of ranks; null if it does not follow from a time. */
    private @Nullable DoubleUnaryOperator told(Along curve, int ranks) {
        if (shown == ScalingMetric.time) {
            return micros -> micros;
        }
        if (curve.bytes() < 0) {
            return null;
        }
        DoubleUnaryOperator algbw = micros -> curve.bytes() / (micros * 1e3);
        if (shown == ScalingMetric.algbw) {
            return algbw;
        }
        var base = ScalingMetric.bandwidth(curve.points().getFirst());
        boolean ofBus = shown == ScalingMetric.busbw || curve.points().getFirst().busbw() != null;
        var factor = ofBus ? curve.subject().operation().busFactor(ranks) : OptionalDouble.of(1);
        if (factor.isEmpty() || base == null) {
            return null;
        }
        double times = factor.getAsDouble() * (shown == ScalingMetric.busbw ? 1 : 100 / base.median());
        return micros -> times * algbw.applyAsDouble(micros);
    }

    private boolean isPrintedEfficiency() {
        return shown == ScalingMetric.efficiency && curves.stream().flatMap(curve -> curve.points().stream())
                .anyMatch(point -> point.efficiency() != null);
    }

    /** Returns the label of the axis. Efficiency is relative to the fewest GPUs of each curve, which may already span several nodes. */
    private String yLabel() {
        if (shown != ScalingMetric.efficiency || curves.stream().flatMap(curve -> curve.points().stream())
                .allMatch(point -> point.efficiency() != null)) {
            return shown.title();
        }
        var fewest = curves.stream().map(curve -> curve.points().getFirst().layout().ranks()).distinct().toList();
        return "Bandwidth over that on " + (fewest.size() == 1 ? fewest.getFirst() + " GPUs" : "the fewest GPUs");
    }

    private static List<String> notes(List<String> notes, List<DrawnLine> lines) {
        var all = new ArrayList<>(notes);
        int wrong = lines.stream().map(DrawnLine::points).flatMap(Collection::stream)
                .mapToInt(point -> point.data().wrong()).sum();
        if (wrong > 0) {
            all.add(Checks.leftOut(wrong));
        }
        return all;
    }

    private static Map<String, String> key(DrawnLine line) {
        var subject = line.curve().subject();
        var identity = subject.identity();
        var placement = subject.placement();
        var key = new LinkedHashMap<String, String>();
        key.put("operation", subject.operation().id());
        key.put("library", subject.library());
        key.put("variant", subject.variant());
        key.put("placement", placement == null ? "" : placement.id());
        key.put("tool", subject.tool());
        key.put("toolVersion", subject.toolVersion());
        key.put("libraryVersion", subject.libraryVersion());
        key.put("hardware", identity.hardware());
        key.put("place", subject.place().title());
        key.put("transport", identity.transport());
        key.put("timing", identity.timing());
        key.put("datatype", subject.datatype());
        key.put("settings", subject.settings());
        key.put("environment", identity.environment());
        key.put("stack", subject.hash());
        key.put("bytes", line.size() < 0 ? "" : String.valueOf(line.size()));
        return key;
    }

    /** Returns the properties in which two stacks may differ. */
    private static List<String> parts(Along curve) {
        var subject = curve.subject();
        var identity = subject.identity();
        var tool = subject.tool().equals("study") ? "EFA study" : subject.tool();
        return List.of(subject.withLibrary(), subject.datatype(),
                (tool + " " + subject.toolVersion()).strip(),
                subject.libraryVersion().isEmpty() ? "" : subject.libraryTitle() + " " + subject.libraryVersion(),
                identity.hardware(),
                subject.place().title(), identity.transport(), identity.timing(), subject.settings(),
                identity.environment());
    }

    /** Gives curves distinct ids: some differ only in a property without a name, so their labels are equal. */
    private static List<View.Curve> apart(List<View.Curve> curves) {
        var seen = new HashMap<String, Integer>();
        return curves.stream().map(curve -> {
            int before = seen.merge(curve.id(), 1, Integer::sum) - 1;
            return before == 0
                    ? curve
                    : new View.Curve(ShortId.of(curve.id() + " " + before), curve.label(), curve.key(), curve.dashed(),
                            curve.runs(), curve.flags(), curve.points(), curve.kind());
        }).toList();
    }
}
