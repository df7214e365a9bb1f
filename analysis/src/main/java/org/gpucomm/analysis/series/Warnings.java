package org.gpucomm.analysis.series;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.analysis.identity.Agreement;
import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.identity.Metric;
import org.gpucomm.analysis.identity.SeriesRow;
import org.gpucomm.analysis.series.SeriesAnswer.Point;
import org.gpucomm.analysis.series.Values.Value;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;

/**
 * Warnings about curves, and the explanation of what a point stands for.
 *
 * @param chosen  selected curves of runs
 * @param flags   flags of their runs, by run id
 * @param hidden  number of curves beyond the limit, which are not shown
 * @param tooMany whether nothing is shown because there is too much to read
 */
record Warnings(SeriesQuestion question, List<CurveHead> chosen, Map<MergedCurve, Values> drawn,
        List<Point> points, Map<String, List<RunFlag>> flags, long hidden, boolean tooMany) {

    /** Returns a sentence about what one point stands for. */
    String aggregation() {
        if (drawn.isEmpty()) {
            return "there are no points";
        }
        return question.aggregate() == Aggregate.mean && sizes(all()).size() > 1 ? meanOverSizes() : ofMeasurements();
    }

    /** Returns the warnings as sentences. */
    List<String> sentences() {
        var sentences = new ArrayList<String>();
        nothingToShow(sentences);
        differentOperations(sentences);
        inPlaceAlltoall(sentences);
        differentSizes(sentences);
        disagreement(sentences);
        ranksByThemselves(sentences);
        sentences.addAll(FlagWarnings.sentences(flags.values()));
        wrongData(sentences);
        noPlaceOnTheAxis(sentences);
        if (tooMany) {
            sentences.add("too many measurements match to be read at once; choose more narrowly");
        } else if (hidden > 0) {
            sentences.add("there are " + hidden + " more series than the " + drawn.size()
                    + " shown; choose more narrowly");
        }
        return sentences;
    }

    private String meanOverSizes() {
        var counts = measured().mapToInt(point -> sizes(point.stream()).size()).summaryStatistics();
        var number = counts.getMin() == counts.getMax()
                ? String.valueOf(counts.getMax())
                : counts.getMin() + " to " + counts.getMax();
        return "each point is a mean over " + number + " message sizes, " + range(sizes(all()));
    }

    private String ofMeasurements() {
        var counts = points.stream().mapToLong(Point::n).summaryStatistics();
        if (counts.getMax() == 1) {
            return "each point is one measurement";
        }
        return counts.getMin() == counts.getMax()
                ? "each point is the median of " + counts.getMax() + " measurements"
                : "each point is the median of up to " + counts.getMax() + " measurements";
    }

    private void nothingToShow(List<String> sentences) {
        var metric = question.metric();
        if (chosen.isEmpty()) {
            sentences.add("no measurement matches the choice");
        } else if (chosen.stream().noneMatch(head -> head.points(metric) > 0)) {
            var others = Metric.stored().stream()
                    .filter(other -> chosen.stream().anyMatch(head -> head.points(other) > 0)).map(Metric::name)
                    .toList();
            sentences.add("none of the chosen measurements has " + metric + (others.isEmpty()
                    ? ""
                    : "; they have " + String.join(", ", others)));
        }
    }

    private void differentOperations(List<String> sentences) {
        var metric = question.metric();
        if (!metric.comparesOperations() && operations().size() > 1) {
            sentences.add(metric + " of different operations is not comparable"
                    + (metric == Metric.algbw ? "; busbw is meant for that" : ""));
        }
    }

    private void inPlaceAlltoall(List<String> sentences) {
        if (drawn.keySet().stream().map(curve -> curve.first().row())
                .anyMatch(Warnings::isInPlaceAlltoallOfNcclTests)) {
            sentences.add(
                    "nccl-tests does not support in-place All-to-All: its in-place measurements are no valid results");
        }
    }

    /** Returns whether a series has in-place All-to-All by nccl-tests, which also made the study's NCCL tables. */
    private static boolean isInPlaceAlltoallOfNcclTests(SeriesRow series) {
        return series.operation().equals(Operation.ALLTOALL.id()) && series.placement().equals(Placement.IN_PLACE.id())
                && series.library().equals("nccl") && List.of("nccl-tests", "study").contains(series.tool());
    }

    private void differentSizes(List<String> sentences) {
        if (question.aggregate() != Aggregate.mean) {
            return;
        }
        var namesBySizes = new LinkedHashMap<SortedSet<Long>, LinkedHashSet<String>>();
        drawn.forEach((curve, values) -> namesBySizes
                .computeIfAbsent(sizes(values.all()), sizes -> new LinkedHashSet<>())
                .add(curve.first().key().operation().title()));
        if (namesBySizes.size() > 1) {
            var parts = namesBySizes.entrySet().stream().limit(4).map(group -> String.join(" and ", group.getValue())
                    + (group.getValue().size() == 1 ? " has " : " have ") + count(group.getKey())
                    + (group.getKey().isEmpty() ? "" : ", " + range(group.getKey())));
            sentences.add("the means are over different message sizes: " + parts.collect(Collectors.joining("; "))
                    + ". Choose sizes that all have, to compare like with like");
        } else if (measured().map(point -> sizes(point.stream())).distinct().count() > 1) {
            sentences.add("the means at different numbers of GPUs are over different message sizes");
        }
    }

    private static String count(SortedSet<Long> sizes) {
        return switch (sizes.size()) {
            case 0 -> "none";
            case 1 -> "1 size";
            default -> sizes.size() + " sizes";
        };
    }

    private void disagreement(List<String> sentences) {
        long apart = drawn.keySet().stream().filter(curve -> curve.group() > 0).count();
        if (apart > 0) {
            sentences.add(apart + " curves are groups of runs that differ by more than a factor of "
                    + Agreement.FACTOR + " though their logs say the same about them: something else differs");
        }
        if (question.x() == XAxis.gpus) {
            long spread = points.stream()
                    .filter(point -> question.aggregate() == Aggregate.none && isSpread(point)).count();
            if (spread > 0) {
                sentences.add(spread + (spread == 1 ? " point is the median" : " points are medians")
                        + " of measurements that differ by more than a factor of " + Agreement.FACTOR);
            }
        }
    }

    private static boolean isSpread(Point point) {
        return point.min() > 0 && point.max() > point.min() * Agreement.FACTOR;
    }

    private void ranksByThemselves(List<String> sentences) {
        if (drawn.keySet().stream().flatMap(curve -> curve.heads().stream()).anyMatch(CurveHead::byRank)) {
            sentences.add("some measurements are of single ranks: a point is the median over the ranks");
        }
    }

    private void wrongData(List<String> sentences) {
        long leftOut = points.stream().mapToLong(point -> point.data().all() - point.n()).sum();
        if (leftOut > 0) {
            sentences.add(Checks.leftOut(leftOut));
        }
        long allWrong = points.stream().map(Point::data).filter(data -> data.wrong() == data.all())
                .mapToLong(Checks::all).sum();
        if (allWrong > 0) {
            sentences.add(allWrong + (allWrong == 1 ? " measurement has" : " measurements have")
                    + " wrong data and no right one beside; the points are marked and must not be used");
        }
    }

    private void noPlaceOnTheAxis(List<String> sentences) {
        var x = question.x();
        long without = chosen.stream().filter(head -> x == XAxis.size ? head.maxBytes() < 0 : head.ranks() == 0)
                .mapToLong(head -> head.points(question.metric())).sum();
        if (without > 0) {
            sentences.add(without + (without == 1 ? " measurement has no " : " measurements have no ")
                    + (x == XAxis.size ? "message size" : "number of GPUs") + " and "
                    + (without == 1 ? "is" : "are") + " not shown");
        }
    }

    private Set<String> operations() {
        return drawn.keySet().stream().map(curve -> curve.first().row().operation()).collect(Collectors.toSet());
    }

    private Stream<Value> all() {
        return drawn.values().stream().flatMap(Values::all);
    }

    /** Returns the measurements behind each point. */
    private Stream<List<Value>> measured() {
        return drawn.values().stream().map(values -> values.at().values()).flatMap(Collection::stream);
    }

    private static SortedSet<Long> sizes(Stream<Value> values) {
        return values.map(Value::bytes).filter(bytes -> bytes >= 0).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String range(SortedSet<Long> sizes) {
        return sizes.size() == 1
                ? new Bytes(sizes.first()).toString()
                : new Bytes(sizes.first()) + " to " + new Bytes(sizes.last());
    }
}
