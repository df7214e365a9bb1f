package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.server.catalog.Grid.Cell;

/**
 * What must be said beside curves: what a point stands for, and what keeps them from being compared.
 *
 * @param chosen  every place that was chosen
 * @param samples what is drawn
 * @param flags   what is wrong with the runs behind them, by id of the run
 * @param hidden  curves that are not shown for their number
 */
record Warnings(XAxis x, Metric metric, Aggregate aggregate, List<Cell> chosen, Map<CurveKey, List<Sample>> samples,
        Map<String, List<RunFlag>> flags, int hidden) {

    /** What one point stands for, as a sentence. */
    String aggregation() {
        var points = points();
        if (points.isEmpty()) {
            return "there are no points";
        }
        return aggregate == Aggregate.mean && sizes().size() > 1 ? meanOverSizes(points) : ofMeasurements(points);
    }

    List<String> sentences() {
        var sentences = new ArrayList<String>();
        nothingToShow(sentences);
        differentOperations(sentences);
        inPlaceAlltoall(sentences);
        differentSizes(sentences);
        differentNodes(sentences);
        sentences.addAll(FlagWarnings.sentences(flags.values()));
        wrongData(sentences);
        noPlaceOnTheAxis(sentences);
        if (hidden > 0) {
            sentences.add("there are " + hidden + " more series than the " + SeriesQuery.MAX_SERIES
                    + " shown; choose more narrowly");
        }
        return sentences;
    }

    private String meanOverSizes(List<List<Sample>> points) {
        var counts = points.stream().mapToInt(point -> sizes(point).size()).summaryStatistics();
        var number = counts.getMin() == counts.getMax()
                ? String.valueOf(counts.getMax())
                : counts.getMin() + " to " + counts.getMax();
        return "each point is a mean over " + number + " message sizes, " + range(sizes());
    }

    private static String ofMeasurements(List<List<Sample>> points) {
        var counts = points.stream().mapToLong(point -> point.stream().mapToLong(Sample::n).sum()).summaryStatistics();
        if (counts.getMax() == 1) {
            return "each point is one measurement";
        }
        return counts.getMin() == counts.getMax()
                ? "each point is the mean of " + counts.getMax() + " measurements"
                : "each point is the mean of up to " + counts.getMax() + " measurements";
    }

    private void nothingToShow(List<String> sentences) {
        if (chosen.isEmpty()) {
            sentences.add("no measurement matches the choice");
        } else if (chosen.stream().noneMatch(cell -> cell.points(metric) > 0)) {
            var others = Stream.of(Metric.values())
                    .filter(other -> chosen.stream().anyMatch(cell -> cell.points(other) > 0)).map(Metric::name)
                    .toList();
            sentences.add("none of the chosen measurements has " + metric + (others.isEmpty()
                    ? ""
                    : "; they have " + String.join(", ", others)));
        }
    }

    private void differentOperations(List<String> sentences) {
        if (!metric.comparesOperations() && operations().size() > 1) {
            sentences.add(metric + " of different operations is not comparable"
                    + (metric == Metric.algbw ? "; busbw is meant for that" : ""));
        }
    }

    private void inPlaceAlltoall(List<String> sentences) {
        if (samples.keySet().stream().map(CurveKey::series).anyMatch(Warnings::isInPlaceAlltoallOfNcclTests)) {
            sentences.add("nccl-tests does not support in-place All-to-All: its in-place rows are no valid results");
        }
    }

    /** The study's NCCL tables were made by nccl-tests. */
    private static boolean isInPlaceAlltoallOfNcclTests(SeriesRow series) {
        return series.operation().equals(Operation.ALLTOALL.id()) && series.placement().equals(Placement.IN_PLACE.id())
                && series.library().equals("nccl") && List.of("nccl-tests", "study").contains(series.tool());
    }

    private void differentSizes(List<String> sentences) {
        if (aggregate != Aggregate.mean) {
            return;
        }
        var namesBySizes = new LinkedHashMap<SortedSet<Long>, LinkedHashSet<String>>();
        samples.forEach((curve, ofCurve) -> namesBySizes.computeIfAbsent(sizes(ofCurve), s -> new LinkedHashSet<>())
                .add(curve.operationTitle()));
        if (namesBySizes.size() > 1) {
            var parts = namesBySizes.entrySet().stream().limit(4).map(group -> String.join(" and ", group.getValue())
                    + (group.getValue().size() == 1 ? " has " : " have ") + count(group.getKey())
                    + (group.getKey().isEmpty() ? "" : ", " + range(group.getKey())));
            sentences.add("the means are over different message sizes: " + parts.collect(Collectors.joining("; "))
                    + ". Choose sizes that all have, to compare like with like");
        } else if (points().stream().map(Warnings::sizes).distinct().count() > 1) {
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

    private void differentNodes(List<String> sentences) {
        if (x == XAxis.gpus && points().stream()
                .anyMatch(point -> point.stream().map(Sample::nodes).distinct().count() > 1)) {
            sentences.add("some points mix measurements of the same number of GPUs on different numbers of nodes");
        }
    }

    private void wrongData(List<String> sentences) {
        long leftOut = all().mapToLong(Sample::leftOut).sum();
        if (leftOut > 0) {
            sentences.add(
                    leftOut + (leftOut == 1 ? " measurement with wrong data is" : " measurements with wrong data are")
                            + " left out");
        }
        long drawn = all().filter(Sample::allWrong).mapToLong(Sample::n).sum();
        if (drawn > 0) {
            sentences.add(drawn + (drawn == 1 ? " measurement has" : " measurements have")
                    + " wrong data and no right one beside; the points are marked and must not be used");
        }
    }

    private void noPlaceOnTheAxis(List<String> sentences) {
        long without = chosen.stream().filter(cell -> !x.has(cell.place())).mapToLong(cell -> cell.points(metric))
                .sum();
        if (without > 0) {
            sentences.add(without + (without == 1 ? " measurement has no " : " measurements have no ")
                    + (x == XAxis.size ? "message size" : "number of GPUs") + " and "
                    + (without == 1 ? "is" : "are") + " not shown");
        }
    }

    private Collection<String> operations() {
        return samples.keySet().stream().map(curve -> curve.series().operation()).collect(Collectors.toSet());
    }

    private Stream<Sample> all() {
        return samples.values().stream().flatMap(List::stream);
    }

    /** The samples behind each point. */
    private List<List<Sample>> points() {
        return samples.values().stream()
                .flatMap(ofCurve -> ofCurve.stream().collect(Collectors.groupingBy(
                        sample -> x == XAxis.size ? sample.bytes() : (long) sample.ranks(), TreeMap::new,
                        Collectors.toList())).values().stream())
                .toList();
    }

    private SortedSet<Long> sizes() {
        return sizes(all().toList());
    }

    private static SortedSet<Long> sizes(List<Sample> samples) {
        return samples.stream().map(Sample::bytes).filter(bytes -> bytes >= 0)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String range(SortedSet<Long> sizes) {
        return sizes.size() == 1
                ? new Bytes(sizes.first()).toString()
                : new Bytes(sizes.first()) + " to " + new Bytes(sizes.last());
    }
}
