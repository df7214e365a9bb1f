package org.gpucomm.analysis.headline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.analysis.rules.Phrases;

/** Columns of a table without sizes, compared row by row: which one is fastest in how many rows. */
final class FastestByRow {

    private static final int FEWEST_ROWS = 2;
    /** Most rows that are named one by one. */
    private static final int FEW = 3;
    /** Most columns that are named one by one. */
    private static final int MOST_NAMED = 2;

    /** Names of the rows in which each column is the fastest. */
    private final Map<String, List<String>> fastest = new LinkedHashMap<>();
    /** Costs of each column as multiples of those of the fastest, in the rows where it is not the fastest. */
    private final Map<String, List<Double>> factors = new LinkedHashMap<>();
    private final Set<String> columns = new LinkedHashSet<>();
    private final TreeMap<Double, String> rowByFactor = new TreeMap<>();
    /** Names of the rows whose fastest columns are equal. */
    private final List<String> ties = new ArrayList<>();
    private final boolean areTimes;
    private int rows;

    private FastestByRow(boolean areTimes) {
        this.areTimes = areTimes;
    }

    /**
     * A row.
     *
     * @param columns names of the columns
     * @param costs   times, or inverses of bandwidths, by column; NaN if a column has none
     */
    record Row(String name, List<String> columns, double[] costs, boolean areTimes) {}

    /** Describes the rows; empty if they are few, have no names, or are not all of one quantity. */
    static Optional<String> in(List<Row> rows) {
        if (rows.size() < FEWEST_ROWS || rows.stream().anyMatch(row -> row.name().isEmpty())
                || rows.stream().map(Row::areTimes).distinct().count() > 1) {
            return Optional.empty();
        }
        var table = new FastestByRow(rows.getFirst().areTimes());
        rows.forEach(table::add);
        if (table.factors.isEmpty()) {
            return Optional.empty();
        }
        return table.fastest.isEmpty() ? table.ofTies() : Optional.of(table.sentence());
    }

    private void add(Row row) {
        var there = IntStream.range(0, row.columns().size()).filter(i -> row.costs()[i] > 0).boxed().toList();
        int first = there.stream().min(Comparator.comparingDouble(i -> row.costs()[i])).orElseThrow();
        rows++;
        var same = there.stream().filter(i -> row.costs()[i] <= row.costs()[first] * (1 + CostTable.SAME)).toList();
        if (same.size() > 1) {
            ties.add(row.name());
        } else {
            fastest.computeIfAbsent(row.columns().get(first), added -> new ArrayList<>()).add(row.name());
        }
        columns.addAll(row.columns());
        for (int i : there) {
            if (!same.contains(i)) {
                double factor = row.costs()[i] / row.costs()[first];
                factors.computeIfAbsent(row.columns().get(i), added -> new ArrayList<>()).add(factor);
                rowByFactor.putIfAbsent(factor, row.name());
            }
        }
    }

    /** Returns a sentence about columns that are the same in all rows, and those that are not; empty if each differs somewhere. */
    private Optional<String> ofTies() {
        var same = columns.stream().filter(name -> !factors.containsKey(name)).toList();
        var others = columns.stream().filter(factors::containsKey).toList();
        var slower = loss(others);
        return same.size() < 2
                ? Optional.empty()
                : Optional.of(Phrases.list(same) + " are the same in " + all() + "; "
                        + (others.size() == 1
                                ? others.getFirst() + " " + slower.words()
                                : "the others " + slower.plural().words() + " (" + slowest(others) + " the most)")
                        + ".");
    }

    private String slowest(List<String> names) {
        return Collections.max(names, Comparator.comparingDouble(name -> Collections.max(factors.get(name))));
    }

    private String sentence() {
        var leaders = fastest.entrySet().stream()
                .sorted(Comparator.comparingInt(each -> -each.getValue().size())).toList();
        var winner = leaders.getFirst();
        var losers = factors.keySet().stream().filter(name -> !fastest.containsKey(name)).toList();
        if (leaders.size() == 1 && losers.size() == 1 && ties.isEmpty()) {
            return losers.getFirst() + " " + loss(losers).than(winner.getKey()) + " in "
                    + all() + ". It is the most in " + rowByFactor.lastEntry().getValue() + ".";
        }
        if (leaders.size() == 1 && columns.size() == 2) {
            return losers.getFirst() + " " + loss(losers).than(winner.getKey()) + " in " + counted(winner.getValue())
                    + (winner.getValue().size() > FEW ? " of " + rows + " rows" : "") + "; they are the same in "
                    + counted(ties) + ".";
        }
        if (leaders.size() == 1 && ties.isEmpty()) {
            return winner.getKey() + " is fastest in " + all() + "; the others " + loss(losers).plural().words()
                    + ".";
        }
        if (leaders.size() == 2 && columns.size() == 2 && ties.size() <= winner.getValue().size()) {
            var second = leaders.getLast();
            return winner.getKey() + " is fastest in "
                    + (rows > FEW ? winner.getValue().size() + " of " + rows + " rows" : counted(winner.getValue()))
                    + " (" + second.getKey() + " " + loss(List.of(second.getKey())).words() + "), " + second.getKey()
                    + " in " + counted(second.getValue()) + " (" + winner.getKey() + " "
                    + loss(List.of(winner.getKey())).words() + ")"
                    + (ties.isEmpty() ? "" : "; they are the same in " + counted(ties)) + ".";
        }
        var others = Stream.concat(leaders.stream().skip(1).limit(MOST_NAMED).map(each -> each.getKey() + " in "
                + counted(each.getValue())), ties.isEmpty() ? Stream.empty() : Stream.of("none in " + counted(ties)))
                .toList();
        var slower = losers.isEmpty()
                ? ""
                : losers.size() == 1
                        ? "; " + losers.getFirst() + " " + loss(losers).than("the fastest")
                        : "; the others " + loss(losers).plural().than("the fastest");
        if (ties.size() > winner.getValue().size()) {
            return "the fastest are the same in " + ties.size() + " of " + rows + " rows; " + winner.getKey()
                    + " alone is fastest in " + counted(winner.getValue())
                    + leaders.stream().skip(1).limit(1).map(each -> ", " + each.getKey() + " in "
                            + counted(each.getValue())).collect(Collectors.joining())
                    + slower + ".";
        }
        return winner.getKey() + " is fastest in " + winner.getValue().size() + " of " + rows + " rows, "
                + Phrases.list(others) + slower + ".";
    }

    private String all() {
        return rows == 2 ? "both rows" : "all " + rows + " rows";
    }

    private static String counted(List<String> rows) {
        return rows.size() > FEW ? String.valueOf(rows.size()) : Phrases.list(rows);
    }

    private Loss loss(List<String> columns) {
        return Loss.of(columns.stream().flatMap(name -> factors.get(name).stream()).mapToDouble(Double::doubleValue),
                areTimes);
    }
}
