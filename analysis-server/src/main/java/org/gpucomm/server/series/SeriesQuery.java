package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.server.series.SeriesAnswer.Axis;
import org.gpucomm.server.series.SeriesAnswer.Curve;
import org.gpucomm.server.series.SeriesAnswer.FlaggedRun;
import org.gpucomm.server.series.SeriesAnswer.Matching;
import org.gpucomm.analysis.identity.BadParameter;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Query for curves of selected measurements. It finds the curves by their heads and reads only the points of those shown. */
@Component
public class SeriesQuery {

    public static final int MAX_SERIES = 200;
    /** Number of distinguishable pairs of colour and marker. */
    static final int READABLE = 12;
    private static final List<Dimension> NARROWING = List.of(Dimension.operation, Dimension.tool, Dimension.library);

    private final StoredCurves stored;
    private final RunFlags allFlags;
    private final Sequence sequence;

    SeriesQuery(StoredCurves stored, RunFlags allFlags, Sequence sequence) {
        this.stored = stored;
        this.allFlags = allFlags;
        this.sequence = sequence;
    }

    /** Parameters of the query. @param combine null = runs as long as they can be distinguished, else repetitions */
    public record Question(XAxis x, Metric metric, Aggregate aggregate, @Nullable Combine combine, int limit,
            Filter filter) {

        private static final Set<String> OTHERS = Set.of("x", "metric", "aggregate", "combine", "limit");

        /** @param parameters parameters of the request; all but the known ones are filters */
        public static Question of(XAxis x, Metric metric, Aggregate aggregate, @Nullable Combine combine, int limit,
                Map<String, String[]> parameters) {
            return new Question(x, stored(metric), aggregate, combine, limit, filter(parameters));
        }

        static Filter filter(Map<String, String[]> parameters) {
            return Filter.withDays(parameters, OTHERS);
        }

        static Metric stored(Metric metric) {
            if (!Metric.stored().contains(metric)) {
                throw new BadParameter("metric must be one of " + Metric.stored() + ", was '" + metric + "'");
            }
            return metric;
        }
    }

    /** @throws BadParameter if nothing is selected, or the parameters contradict each other */
    public SeriesAnswer answer(Question question) {
        check(question);
        var found = found(question);
        var shown = found.shown();
        var flags = allFlags.byRunId(shown.stream().flatMap(curve -> curve.heads().stream()).toList());
        var x = question.x();
        var labels = new Labels(shown, x, found.combine());
        var series = shown.stream().map(curve -> curve(curve, found.values(), labels, flags, x, found.combine()))
                .toList();
        var warnings = new Warnings(question, found.combine(), found.chosen(), found.values(),
                series.stream().flatMap(curve -> curve.points().stream()).toList(), flags,
                found.curves().size() - found.values().size(), found.tooMany());
        var usable = found.usable();
        return new SeriesAnswer(new Axis(x.name(), x.label(), x.unit()),
                new Axis(question.metric().name(), question.metric().label(), question.metric().unit()),
                found.combine(), warnings.aggregation(), data(question), labels.common(), labels.telling(),
                new Matching(found.curves().size(), found.atLeast(),
                        usable.stream().map(CurveHead::run).distinct().count(), found.points(), READABLE),
                found.curves().size() > READABLE || found.tooMany()
                        ? new FilterSuggestions(question, found.curves(), usable).list()
                        : List.of(),
                warnings.sentences(), series, found.curves().size() > series.size());
    }

    /**
     * Returns the spread of single iterations in the curves that {@link #answer} shows along sizes; curves without reported iterations are
     * left out.
     *
     * @throws BadParameter in the same cases as {@link #answer}
     */
    public IterationsAnswer iterations(Question question) {
        check(question);
        var found = found(question);
        var known = stored.iterations(found.shown());
        var shown = found.shown().stream().filter(known::containsKey).toList();
        var flags = allFlags.byRunId(shown.stream().flatMap(curve -> curve.heads().stream()).toList());
        var labels = new Labels(shown, question.x(), found.combine());
        var series = shown.stream().map(curve -> new IterationsAnswer.Curve(curve.id(question.x(), found.combine()),
                labels.label(curve), curve.fields(question.x()), curve.runs(), flagged(curve, flags),
                known.getOrDefault(curve, List.of()))).toList();
        return new IterationsAnswer(labels.common(), data(question), series, found.shown().size() - series.size(),
                found.curves().size() > found.shown().size());
    }

    /**
     * Curves that match a question.
     *
     * @param chosen  curves of runs that the filter selects
     * @param usable  those of them that have the metric
     * @param curves  all matching curves, drawn or not
     * @param atLeast whether there may be more curves
     * @param points  number of measurements of the usable curves
     */
    private record Found(List<CurveHead> chosen, List<CurveHead> usable, Combine combine, List<MergedCurve> curves,
            Map<MergedCurve, Values> values, boolean atLeast, long points, boolean tooMany) {

        List<MergedCurve> shown() {
            return MergedCurve.inOrder(values.keySet());
        }
    }

    private Found found(Question question) {
        var x = question.x();
        var chosen = stored.heads(question.filter()).stream().filter(head -> mayHaveSizes(head, question.filter()))
                .toList();
        var usable = chosen.stream().filter(head -> head.points(question.metric()) > 0 && isOn(head, x)).toList();
        var combine = combine(question, usable);
        long points = usable.stream().mapToLong(CurveHead::points).sum();
        var matching = MergedCurve.inOrder(MergedCurve.of(usable, x, combine));
        var wanted = x == XAxis.size ? first(matching, MAX_SERIES) : matching;
        var read = ChosenPoints.of(wanted.stream().flatMap(curve -> curve.heads().stream()).toList(),
                question.filter(), stored);
        var candidates = read.isEmpty() ? List.<MergedCurve>of() : wanted;
        var values = new LinkedHashMap<MergedCurve, Values>();
        var curves = new ArrayList<MergedCurve>();
        for (var curve : candidates) {
            for (var part : parts(Values.of(curve, read.orElseThrow(), question), question, combine)) {
                curves.add(part.curve());
                if (values.size() < question.limit()) {
                    values.put(part.curve(), part);
                }
            }
        }
        // Whether the runs of unread curves agree is not known; each counts as one curve, so the number is a lower bound.
        boolean atLeast = candidates.size() < matching.size();
        curves.addAll(matching.subList(candidates.size(), matching.size()));
        return new Found(chosen, usable, combine, curves, values, atLeast, points, read.isEmpty());
    }

    private static void check(Question question) {
        var filter = question.filter();
        if (filter.runIds().isEmpty() && NARROWING.stream().noneMatch(filter::restricts)) {
            throw new BadParameter(
                    "choose a run, an operation, a tool or a library, such as operation=all_reduce: curves "
                            + "of everything that was ever measured do not compare; /api/v1/facets lists what there is");
        }
        if (question.aggregate() == Aggregate.mean && question.x() == XAxis.size) {
            throw new BadParameter("aggregate=mean is a mean over message sizes and goes with x=gpus; x was size");
        }
        if (question.limit() < 1 || question.limit() > MAX_SERIES) {
            throw new BadParameter("limit must be 1 to " + MAX_SERIES + ", was " + question.limit());
        }
    }

    private static boolean mayHaveSizes(CurveHead head, Filter filter) {
        var sizes = filter.values().get(Dimension.bytes);
        return sizes == null || sizes.stream().map(Long.class::cast)
                .anyMatch(size -> size >= head.minBytes() && size <= head.maxBytes());
    }

    private static boolean isOn(CurveHead head, XAxis x) {
        return x == XAxis.size ? head.maxBytes() >= 0 : head.ranks() > 0;
    }

    private static Combine combine(Question question, List<CurveHead> usable) {
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
    private static List<Values> parts(Values values, Question question, Combine combine) {
        if (values.isEmpty()) {
            return List.of();
        }
        if (question.x() == XAxis.gpus) {
            return question.aggregate() == Aggregate.mean ? List.of(values) : values.bySize();
        }
        return combine == Combine.runs ? List.of(values) : values.agreeing();
    }

    private static Curve curve(MergedCurve curve, Map<MergedCurve, Values> values, Labels labels,
            Map<String, List<RunFlag>> flags, XAxis x, Combine combine) {
        var runs = curve.runs();
        var of = values.get(curve);
        return new Curve(curve.id(x, combine), labels.label(curve), curve.fields(x), labels.of(curve), runs,
                flagged(curve, flags),
                curve.heads().stream().anyMatch(CurveHead::byRank), of == null ? List.of() : of.points());
    }

    private static List<FlaggedRun> flagged(MergedCurve curve, Map<String, List<RunFlag>> flags) {
        return curve.runs().stream().filter(flags::containsKey)
                .map(run -> new FlaggedRun(run, flags.getOrDefault(run, List.of()))).toList();
    }

    private Snapshot data(Question question) {
        var filter = question.filter();
        return sequence.snapshot(filter.until(), () -> stored.later(filter).stream()
                .filter(head -> head.points(question.metric()) > 0 && mayHaveSizes(head, filter)
                        && isOn(head, question.x()))
                .map(CurveHead::run).distinct().count());
    }
}
