package org.gpucomm.analysis.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.series.SeriesAnswer.Axis;
import org.gpucomm.analysis.series.SeriesAnswer.Curve;
import org.gpucomm.analysis.series.SeriesAnswer.FlaggedRun;
import org.gpucomm.analysis.series.SeriesAnswer.Matching;

/**
 * Curves that match a question.
 *
 * @param chosen  curves of runs that the filter selects
 * @param usable  those of them that have the metric
 * @param curves  all matching curves, drawn or not
 * @param atLeast whether there may be more curves
 * @param points  number of measurements of the usable curves
 */
public record FoundCurves(SeriesQuestion question, List<CurveHead> chosen, List<CurveHead> usable, Combine combine,
        List<MergedCurve> curves, Map<MergedCurve, Values> values, boolean atLeast, long points, boolean tooMany) {

    /** Number of distinguishable pairs of colour and marker. */
    private static final int READABLE = 12;

    /**
     * @param heads curves that the filter selects, whatever their sizes
     * @param read  returns the points of curves at the selected sizes; empty if there are too many
     */
    public static FoundCurves of(SeriesQuestion question, List<CurveHead> heads,
            Function<Collection<CurveHead>, Optional<Map<CurveHead, CurvePoints>>> read) {
        var x = question.x();
        var chosen = heads.stream().filter(question::mayHaveSizes).toList();
        var usable = chosen.stream().filter(question::mayShow).toList();
        var combine = combine(question, usable);
        long points = usable.stream().mapToLong(CurveHead::points).sum();
        var matching = MergedCurve.inOrder(MergedCurve.of(usable, x, combine));
        var wanted = x == XAxis.size ? first(matching, SeriesQuestion.MAX_SERIES) : matching;
        var found = read.apply(wanted.stream().flatMap(curve -> curve.heads().stream()).toList());
        var candidates = found.isEmpty() ? List.<MergedCurve>of() : wanted;
        var values = new LinkedHashMap<MergedCurve, Values>();
        var curves = new ArrayList<MergedCurve>();
        for (var curve : candidates) {
            for (var part : parts(Values.of(curve, found.orElseThrow(), question), question, combine)) {
                curves.add(part.curve());
                if (values.size() < question.limit()) {
                    values.put(part.curve(), part);
                }
            }
        }
        // Whether the runs of unread curves agree is not known; each counts as one curve, so the number is a lower bound.
        boolean atLeast = candidates.size() < matching.size();
        curves.addAll(matching.subList(candidates.size(), matching.size()));
        return new FoundCurves(question, chosen, usable, combine, curves, values, atLeast, points, found.isEmpty());
    }

    /** Returns the curves that are shown. */
    public List<MergedCurve> shown() {
        return MergedCurve.inOrder(values.keySet());
    }

    /** Returns the curves of the runs behind those that are shown. */
    public List<CurveHead> shownHeads() {
        return shown().stream().flatMap(curve -> curve.heads().stream()).toList();
    }

    /** @param flags flags of the runs that are shown, by run id */
    public SeriesAnswer answer(Map<String, List<RunFlag>> flags, Snapshot data) {
        var x = question.x();
        var shown = shown();
        var labels = new Labels(shown, x, combine);
        var series = shown.stream().map(curve -> curve(curve, labels, flags)).toList();
        var warnings = new Warnings(question, chosen, values,
                series.stream().flatMap(curve -> curve.points().stream()).toList(), flags,
                curves.size() - values.size(), tooMany);
        return new SeriesAnswer(new Axis(x.name(), x.label(), x.unit()),
                new Axis(question.metric().name(), question.metric().label(), question.metric().unit()), combine,
                warnings.aggregation(), data, labels.common(), labels.distinguishing(),
                new Matching(curves.size(), atLeast, usable.stream().map(CurveHead::run).distinct().count(), points,
                        READABLE),
                curves.size() > READABLE || tooMany
                        ? new FilterSuggestions(question, curves, usable).list()
                        : List.of(),
                warnings.sentences(), series, curves.size() > series.size());
    }

    /**
     * Returns the spread of single iterations in the curves that are shown.
     *
     * @param known iterations by curve; curves without reported iterations are left out
     * @param flags flags of the runs that are shown, by run id
     */
    public IterationsAnswer iterations(Map<MergedCurve, List<IterationsAnswer.Iterations>> known,
            Map<String, List<RunFlag>> flags, Snapshot data) {
        var drawn = shown().stream().filter(known::containsKey).toList();
        var labels = new Labels(drawn, question.x(), combine);
        var series = drawn.stream().map(curve -> new IterationsAnswer.Curve(curve.id(question.x(), combine),
                labels.label(curve), curve.fields(question.x()), curve.runs(), flagged(curve, flags),
                known.getOrDefault(curve, List.of()))).toList();
        return new IterationsAnswer(labels.common(), data, series, values.size() - series.size(),
                curves.size() > values.size());
    }

    private Curve curve(MergedCurve curve, Labels labels, Map<String, List<RunFlag>> flags) {
        var x = question.x();
        var drawn = values.get(curve);
        return new Curve(curve.id(x, combine), labels.label(curve), curve.fields(x), labels.of(curve), curve.runs(),
                flagged(curve, flags), curve.heads().stream().anyMatch(CurveHead::byRank),
                drawn == null ? List.of() : drawn.points());
    }

    private static List<FlaggedRun> flagged(MergedCurve curve, Map<String, List<RunFlag>> flags) {
        return curve.runs().stream().filter(flags::containsKey)
                .map(run -> new FlaggedRun(run, flags.getOrDefault(run, List.of()))).toList();
    }

    private static Combine combine(SeriesQuestion question, List<CurveHead> usable) {
        var asked = question.combine();
        if (asked != null) {
            return question.x() == XAxis.gpus && asked == Combine.runs ? Combine.repetitions : asked;
        }
        return question.x() == XAxis.size && areFew(usable) ? Combine.runs : Combine.repetitions;
    }

    /** Returns whether there are few enough curves that each run can have its own. */
    static boolean areFew(List<CurveHead> heads) {
        return heads.stream().map(head -> List.of(head.run(), Combine.runs.common(head, XAxis.size))).distinct()
                .limit(READABLE + 1L).count() <= READABLE;
    }

    private static List<MergedCurve> first(List<MergedCurve> curves, int limit) {
        return curves.size() > limit ? curves.subList(0, limit) : curves;
    }

    /** Splits a curve into groups of runs that agree; along GPUs into one for each size. Empty if no size was selected. */
    private static List<Values> parts(Values values, SeriesQuestion question, Combine combine) {
        if (values.isEmpty()) {
            return List.of();
        }
        if (question.x() == XAxis.gpus) {
            return question.aggregate() == Aggregate.mean ? List.of(values) : values.bySize();
        }
        return combine == Combine.runs ? List.of(values) : values.agreeing();
    }
}
