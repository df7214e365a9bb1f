package org.gpucomm.server.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.compare.ComparedCell;
import org.gpucomm.server.compare.CompareController.Values;
import org.gpucomm.server.compare.Comparisons.Compared;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.figures.chart.Scale;
import org.gpucomm.figures.view.ShortId;
import org.gpucomm.figures.view.LabelParts;
import org.gpucomm.figures.view.View;
import org.gpucomm.figures.view.View.CurveKind;
import org.gpucomm.figures.view.View.Unit;
import org.gpucomm.figures.view.ViewName;
import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.series.FlagWarnings;
import org.gpucomm.analysis.series.RunFlag;
import org.jspecify.annotations.Nullable;

/** View of two sets of runs, as on the page Compare: the curves of both sides, or the speed of B relative to A. */
final class CompareView {

    /** Quantity shown by the curves of both sides. */
    enum ComparedMetric {
        busbw("Bus bandwidth", Unit.GBPS, Values::busbw),
        algbw("Algorithm bandwidth", Unit.GBPS, Values::algbw),
        time("Time", Unit.MICROSECONDS, Values::time);

        private final String title;
        private final Unit unit;
        private final Function<Values, @Nullable Double> value;

        ComparedMetric(String title, Unit unit, Function<Values, @Nullable Double> value) {
            this.title = title;
            this.unit = unit;
            this.value = value;
        }

        boolean isOf(ComparedCell place) {
            return value.apply(Values.of(place.a(), place.timeOfA())) != null
                    && value.apply(Values.of(place.b(), place.timeOfB())) != null;
        }
    }

    private final Compared compared;
    private final List<ComparedCell> places;
    private final boolean alongSizes;
    private final Map<String, List<RunFlag>> flags;

    private CompareView(Compared compared) {
        this.compared = compared;
        this.places = compared.comparison().places();
        this.alongSizes = places.stream().anyMatch(place -> place.a().bytes() > 0);
        this.flags = Stream.of(compared.ofA(), compared.ofB()).flatMap(side -> side.flags().stream()).distinct()
                .collect(Collectors.groupingBy(flag -> flag.run(), Collectors.mapping(
                        flag -> new RunFlag(flag.flag().id(), flag.flag().title(), flag.detail()),
                        Collectors.toList())));
    }

    /** @param asked metric to show; null = the first that both sides have */
    static View curves(Compared compared, @Nullable ComparedMetric asked, String address) {
        return new CompareView(compared).curves(asked, address);
    }

    /** Returns the view of ratios. Above 1, B is faster; the scale is symmetric for faster and slower. */
    static View ratio(Compared compared, String address) {
        return new CompareView(compared).ratio(address);
    }

    private View curves(@Nullable ComparedMetric asked, String address) {
        var shown = asked != null
                ? asked
                : Stream.of(ComparedMetric.values()).filter(each -> places.stream().anyMatch(each::isOf)).findFirst()
                        .orElse(ComparedMetric.time);
        var basis = basis();
        if (places.stream().anyMatch(place -> place.a().repetitions() + place.b().repetitions() > 2)) {
            basis.add("medians of 8 processes and more, else geometric means");
        }
        var groups = groups();
        var curves = new ArrayList<View.Curve>();
        groups.forEach((name, ofGroup) -> {
            curves.add(curve("A", compared.headline().nameOfA(), name, groups.size(), ofGroup, ComparedCell::a, shown));
            curves.add(curve("B", compared.headline().nameOfB(), name, groups.size(), ofGroup, ComparedCell::b, shown));
        });
        return view(shown.title + " of A and B", shown + "-of-a-and-b", basis,
                new View.Axis(shown.name(), shown.title, shown.unit,
                        shown == ComparedMetric.time ? Scale.LOG10 : Scale.LINEAR,
                        null),
                curves, List.of(), address);
    }

    private View ratio(String address) {
        var basis = basis();
        basis.add("time of A / time of B");
        basis.add("above 1 B is faster");
        basis.add("band: 95 % interval"
                + (compared.comparison().isRepeated() ? "" : ", from assumed noise where runs were not repeated"));
        var curves = new ArrayList<View.Curve>();
        groups().forEach((name, ofGroup) -> {
            var runs = runs(ofGroup, place -> Stream.of(place.a(), place.b()));
            var points = ofGroup.stream().filter(this::hasX)
                    .map(place -> new View.Point(x(place), place.speed(),
                            place.a().repetitions() + place.b().repetitions(), 1 / (1 + place.high()),
                            1 / (1 + place.low()), checks(place.a()).and(checks(place.b()))))
                    .sorted(Comparator.comparing(View.Point::x)).toList();
            var label = name.isEmpty() ? "A / B" : name;
            curves.add(new View.Curve(ShortId.of(label), label, key(ofGroup), false,
                    runs, flags(runs), points, CurveKind.RATIO));
        });
        return view("How many times as fast B is", "b-against-a", basis,
                new View.Axis("speed_of_b", "A / B", Unit.NONE, Scale.LOG10, null), curves,
                List.of(new View.Mark(false, 1, 1, "the same")), address);
    }

    private View view(String title, String name, List<String> basis, View.Axis y, List<View.Curve> curves,
            List<View.Mark> marks, String address) {
        var x = alongSizes
                ? new View.Axis("message_bytes", "Message size", Unit.BYTES, Scale.LOG2, null)
                : new View.Axis("ranks", "GPUs", Unit.GPUS, Scale.LOG2, null);
        return new View(ViewName.of(Stream.concat(Stream.of(name), basis.stream().limit(2)).toList()), title,
                String.join(" · ", basis), x, y, curves.stream().filter(curve -> !curve.points().isEmpty()).toList(),
                marks, List.of(compared.said()), address);
    }

    private View.Curve curve(String side, String file, String name, int groups, List<ComparedCell> ofGroup,
            Function<ComparedCell, Cell> cell, ComparedMetric shown) {
        var points = new ArrayList<View.Point>();
        for (var place : ofGroup) {
            var values = Values.of(cell.apply(place), side.equals("A") ? place.timeOfA() : place.timeOfB());
            var y = shown.value.apply(values);
            if (y != null && hasX(place)) {
                points.add(point(place, cell.apply(place), values, y, shown));
            }
        }
        points.sort(Comparator.comparing(View.Point::x));
        var key = key(ofGroup);
        key.put("side", side);
        if (groups == 1) {
            // With a single pair, each side has a colour; with several, each pair has one.
            key.put("file", file);
        }
        var label = name.isEmpty() ? side : side + " · " + name;
        var runs = runs(ofGroup, place -> Stream.of(cell.apply(place)));
        return new View.Curve(ShortId.of(label), label, key, side.equals("B"), runs, flags(runs), points,
                CurveKind.MEASURED);
    }

    /** Returns a point. Bandwidths of repeated measurements are computed from the times. */
    private View.Point point(ComparedCell place, Cell cell, Values values, double y, ComparedMetric shown) {
        var times = Arrays.stream(cell.times()).summaryStatistics();
        double transferred = y * values.time();
        double least = shown == ComparedMetric.time ? times.getMin() : transferred / times.getMax();
        double most = shown == ComparedMetric.time ? times.getMax() : transferred / times.getMin();
        boolean single = cell.repetitions() == 1;
        return new View.Point(x(place), y, cell.repetitions(), single ? y : least, single ? y : most, checks(cell));
    }

    private static Checks checks(Cell cell) {
        return cell.observations().stream().map(each -> each.measurement().outcome().wrong())
                .map(wrong -> Checks.of(wrong == null ? Double.NaN : wrong.doubleValue()))
                .reduce(new Checks(0, 0, cell.wrong()), Checks::and);
    }

    private boolean hasX(ComparedCell place) {
        return alongSizes ? place.a().bytes() >= 0 : place.a().ranks() > 0;
    }

    private double x(ComparedCell place) {
        return alongSizes ? place.a().bytes() : place.a().ranks();
    }

    /** Groups places by the properties in which they differ, for example {@code All-Reduce · 16 GPUs}. */
    private Map<String, List<ComparedCell>> groups() {
        var names = new LabelParts(places.stream().map(CompareView::parts).toList());
        var groups = new LinkedHashMap<String, List<ComparedCell>>();
        for (int i = 0; i < places.size(); i++) {
            groups.computeIfAbsent(names.name(i), added -> new ArrayList<>()).add(places.get(i));
        }
        return groups;
    }

    private static List<String> parts(ComparedCell place) {
        var subject = place.subject();
        return List.of(subject.title(), subject.library().isEmpty() ? "" : subject.libraryTitle(), subject.problem(),
                subject.datatype(), gpus(place));
    }

    private static String gpus(ComparedCell place) {
        return switch (place.a().ranks()) {
            case 0 -> "";
            case 1 -> "1 GPU";
            default -> place.a().ranks() + " GPUs";
        };
    }

    private static Map<String, String> key(List<ComparedCell> ofGroup) {
        var subject = ofGroup.getFirst().subject();
        var key = new LinkedHashMap<String, String>();
        key.put("operation", subject.operation().id());
        key.put("library", subject.library());
        key.put("variant", subject.variant());
        key.put("problem", subject.problem());
        key.put("datatype", subject.datatype());
        var ranks = ofGroup.getFirst().a().ranks();
        key.put("ranks", ranks == 0 ? "" : String.valueOf(ranks));
        return key;
    }

    private List<String> basis() {
        var basis = new ArrayList<String>();
        if (places.stream().map(place -> place.subject().title()).distinct().count() == 1) {
            basis.add(places.getFirst().subject().title());
        }
        if (places.stream().map(CompareView::gpus).distinct().count() == 1 && !gpus(places.getFirst()).isEmpty()) {
            basis.add(gpus(places.getFirst()));
        }
        basis.add("A: " + compared.headline().nameOfA());
        basis.add("B: " + compared.headline().nameOfB());
        return basis;
    }

    private static List<String> runs(List<ComparedCell> ofGroup, Function<ComparedCell, Stream<Cell>> cells) {
        return ofGroup.stream().flatMap(cells).flatMap(cell -> cell.rows().stream()).map(RowRef::run).distinct()
                .sorted().toList();
    }

    private List<String> flags(List<String> runs) {
        return FlagWarnings.ofCurve(runs.size(), runs.stream().map(flags::get).filter(Objects::nonNull).toList());
    }
}
