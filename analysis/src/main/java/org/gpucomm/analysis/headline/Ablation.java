package org.gpucomm.analysis.headline;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.rules.Phrases;
import org.gpucomm.results.Operation;

/** Table of configurations, one of them named as the baseline: the best, the worst, and those that change nothing. */
final class Ablation {

    private static final Pattern BASELINE = Pattern
            .compile("(?i)(?<![\\w=-])(?:baseline|default|control|stock|reference|vanilla)(?![\\w=-])");
    /** Smallest number of rows, the baseline included. */
    private static final int FEWEST = 4;

    private final List<String> names;
    private final int base;
    /** Times, or inverses of bandwidths, divided by that of the baseline. */
    private final double[] costs;
    private final boolean isTime;

    private Ablation(List<String> names, int base, double[] costs, boolean isTime) {
        this.names = names;
        this.base = base;
        this.costs = costs;
        this.isTime = isTime;
    }

    /** Describes the first column of results of a table without sizes; empty unless its rows are configurations with a baseline. */
    static Optional<String> of(Evidence evidence) {
        var curves = evidence.withoutTwins().alongSize();
        boolean isTable = SideBySide.areColumns(curves) && curves.stream().allMatch(curve -> curve.first().bytes() < 0);
        boolean areColumnsCompared = curves.stream().map(curve -> curve.subject().variant())
                .anyMatch(column -> BASELINE.matcher(column).find());
        if (curves.isEmpty() || !isTable || areColumnsCompared) {
            return Optional.empty();
        }
        var subject = curves.getFirst().subject();
        var column = curves.stream().filter(curve -> curve.subject().variant().equals(subject.variant())
                && curve.subject().operation() == subject.operation())
                .sorted(Comparator.comparing(curve -> curve.first().rows().getFirst().line())).toList();
        var named = CurveNames.bySetting(column);
        return named.flatMap(names -> ofRows(names, column)).map(table -> table.sentence(
                subject.operation() == Operation.UNNAMED ? subject.variant() : subject.title()));
    }

    /** Takes the rows from the first baseline to the next: rows below another baseline are measured under other conditions. */
    private static Optional<Ablation> ofRows(List<String> names, List<Curve> column) {
        var bases = IntStream.range(0, names.size()).filter(i -> BASELINE.matcher(names.get(i)).find()).toArray();
        int end = bases.length > 1 ? bases[1] : names.size();
        boolean isTime = column.stream().allMatch(curve -> curve.first().isTimed());
        if (bases.length == 0 || end < FEWEST) {
            return Optional.empty();
        }
        var costs = column.subList(0, end).stream().mapToDouble(curve -> cost(curve.first(), isTime)).toArray();
        double ofBase = costs[bases[0]];
        return Optional.of(new Ablation(names.subList(0, end), bases[0],
                IntStream.range(0, end).mapToDouble(i -> costs[i] / ofBase).toArray(), isTime))
                .filter(table -> IntStream.range(0, end).allMatch(i -> table.costs[i] > 0));
    }

    private static double cost(Cell cell, boolean isTime) {
        return isTime ? cell.time().orElse(0) : 1 / MeasuredBest.bandwidth(cell);
    }

    private String sentence(String column) {
        double least = Arrays.stream(costs).min().orElseThrow();
        boolean isAnyBetter = least < 1 - CostTable.SAME;
        // Of rows that are as good as the best, the first usually changes the fewest settings.
        int best = IntStream.range(0, costs.length).filter(i -> costs[i] <= least * (1 + CostTable.SAME)).findFirst()
                .orElseThrow();
        int worst = IntStream.range(0, costs.length).boxed().max(Comparator.comparingDouble(i -> costs[i]))
                .orElseThrow();
        long asGood = IntStream.range(0, costs.length)
                .filter(i -> i != best && costs[i] <= least * (1 + CostTable.SAME)).count();
        long same = IntStream.range(0, costs.length).filter(i -> i != base && Math.abs(costs[i] - 1) <= CostTable.SAME)
                .count();
        var first = isAnyBetter
                ? names.get(best) + " " + change(costs[best]) + (isMultiple(costs[best]) ? " as " : " than ")
                        + names.get(base)
                : "Nothing is faster than " + names.get(base);
        return (column.isEmpty() ? "" : column + ": ") + first
                + (costs[worst] > 1 + CostTable.SAME ? "; " + names.get(worst) + " " + change(costs[worst]) : "") + "."
                + (isAnyBetter && asGood > 0
                        ? " " + counted(asGood) + " as good to " + Phrases.percent(CostTable.SAME) + "."
                        : "")
                + (same > 0
                        ? " " + counted(same) + " within " + Phrases.percent(CostTable.SAME) + " of " + names.get(base)
                                + "."
                        : "");
    }

    private static String counted(long rows) {
        return rows == 1 ? "1 other is" : rows + " others are";
    }

    private boolean isMultiple(double cost) {
        return (isTime ? cost : 1 / cost) >= Phrases.MULTIPLE;
    }

    /** Returns, for example, {@code takes 11 % less} or {@code reaches 12 % more}. */
    private String change(double cost) {
        double ratio = isTime ? cost : 1 / cost;
        var verb = isTime ? "takes " : "reaches ";
        return verb + (isMultiple(cost)
                ? Phrases.number(ratio) + " times as " + (isTime ? "long" : "much")
                : ratio > 1 ? Phrases.percent(ratio - 1) + " more" : Phrases.percent(1 - ratio) + " less");
    }
}
