package org.gpucomm.analysis.headline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.statistics.UnlikeRuns;
import org.gpucomm.analysis.rules.Phrases;

/**
 * Comparison of two to eight curves of one task in a sentence: columns of a table, or runs that differ in their library, in a setting, or
 * in nothing that their logs show. The sentence describes the printed numbers and claims nothing about repetitions.
 */
final class SideBySide {

    private static final int MOST = 8;
    /** Largest number of curves of a table, whose author has already put them side by side. */
    private static final int MOST_OF_TABLE = 12;
    /** Smallest number of rows with a size each that are counted; of fewer, the one with the largest size is described. */
    private static final int FEWEST_ROWS = 4;
    /** Name of a run without a title. */
    private static final Pattern UNNAMED = Pattern.compile("run \\d+.*");

    private SideBySide() {}

    /**
     * Describes the task of two to eight curves that differ the most at the largest size. Empty if there is no such task, or if other
     * tasks have a single curve, unless the runs should be repetitions of each other.
     */
    static Optional<String> of(Evidence evidence) {
        var tasks = new ArrayList<List<Curve>>();
        var all = UnlikeRuns.apart(evidence).withoutTwins().alongSize();
        if (OverCounts.areNumbered(all)) {
            return Optional.empty();
        }
        boolean hasColumns = all.stream().map(curve -> curve.subject().variant()).distinct().count() > 1
                || areColumns(all) && all.stream().map(curve -> curve.subject().library()).distinct().count() > 1;
        boolean areGpusCompared = !hasColumns
                && all.stream().map(curve -> curve.subject().settings()).distinct().count() <= 1;
        for (var curve : all) {
            if (!curve.subject().isOwnMemory()) {
                var task = tasks.stream()
                        .filter(curves -> isSameTask(curves.getFirst(), curve, hasColumns, areGpusCompared))
                        .findFirst();
                task.ifPresentOrElse(curves -> curves.add(curve), () -> tasks.add(new ArrayList<>(List.of(curve))));
            }
        }
        var several = tasks.stream().filter(curves -> curves.size() > 1).toList();
        int bound = areOfTables(tasks) ? MOST_OF_TABLE : MOST;
        boolean areCompared = several.stream().allMatch(curves -> curves.size() <= bound)
                && (several.size() == tasks.size() || several.stream().allMatch(SideBySide::areApart)
                        || areOfTables(tasks)
                                && 2 * several.stream().mapToInt(SideBySide::cellsOf).sum() > tasks.stream()
                                        .mapToInt(SideBySide::cellsOf).sum());
        int most = several.stream().mapToInt(SideBySide::cellsOf).max().orElse(0);
        return areCompared
                ? byRow(several, tasks)
                        .or(() -> several.stream().filter(curves -> !areOfTables(tasks) || 2 * cellsOf(curves) > most)
                                .flatMap(curves -> described(curves, tasks).stream())
                                .max(Comparator.comparingLong(Described::largest).thenComparing(Described::difference))
                                .map(Described::sentence))
                : Optional.empty();
    }

    /** Describes which column is fastest in how many rows of a table without sizes; empty for anything else. */
    private static Optional<String> byRow(List<List<Curve>> several, List<List<Curve>> tasks) {
        // Rows of a table with further settings have a size each.
        boolean areSingles = several.size() >= FEWEST_ROWS && areOfTables(tasks) && several.stream()
                .flatMap(List::stream).allMatch(curve -> curve.cells().size() == 1);
        boolean isOfOne = several.stream().map(curves -> curves.getFirst().subject().operation()).distinct()
                .count() == 1;
        boolean isOnOne = several.stream().map(curves -> curves.getFirst().fixed()).distinct().count() == 1;
        var tables = new LinkedHashMap<List<String>, List<FastestByRow.Row>>();
        var shared = sharedSettings(several);
        for (var curves : several) {
            var name = nameOfRow(curves, areSingles, shared);
            var curve = curves.getFirst();
            var named = name.isEmpty() && !isOfOne ? curve.subject().operation().title() : name;
            var row = named.isEmpty() || isOnOne || curve.fixed() <= 0
                    ? named
                    : named + " on " + Phrases.ranks(curve.subject(), curve.fixed());
            CostTable.of(curves, CurveNames.of(curves)).filter(table -> areSingles || isRow(curve))
                    .ifPresent(table -> addRow(tables, row, table));
        }
        var sentences = tables.values().stream().filter(rows -> rows.size() >= several.size())
                .flatMap(rows -> FastestByRow.in(rows).stream()).collect(Collectors.joining(" "));
        var subject = isOfOne ? subjectOf(several.getFirst(), tasks) : "";
        return sentences.isEmpty()
                ? Optional.empty()
                : Optional.of(inSentences(subject.isEmpty() && sentences.startsWith("the ")
                        ? Phrases.capital(sentences)
                        : subject + sentences));
    }

    /** Adds a row to the rows of the same pair of columns, for each pair, or to those of all columns if they are not in pairs. */
    private static void addRow(Map<List<String>, List<FastestByRow.Row>> tables, String name, CostTable table) {
        var pairs = table.pairs();
        var groups = pairs.isEmpty() ? List.of(IntStream.range(0, table.names().size()).toArray()) : pairs;
        for (var columns : groups) {
            var names = Arrays.stream(columns).mapToObj(table.names()::get).toList();
            tables.computeIfAbsent(pairs.isEmpty() ? List.of() : names, added -> new ArrayList<>())
                    .add(new FastestByRow.Row(name, names,
                            Arrays.stream(columns).mapToDouble(column -> table.costs()[column][0]).toArray(),
                            table.isTime()));
        }
    }

    /** Returns whether all curves are columns of tables. Next to its largest table, a document may have others that sum it up. */
    private static boolean areOfTables(List<List<Curve>> tasks) {
        return tasks.stream().allMatch(SideBySide::areColumns);
    }

    /** Returns whether the curves are columns of one table, or of tables that are not separated runs. */
    static boolean areColumns(List<Curve> curves) {
        var runs = curves.stream().map(curve -> curve.subject().run()).distinct().toList();
        return curves.stream().allMatch(curve -> curve.subject().tool().equals("csv")) && runs.size() == 1
                && (runs.getFirst().isEmpty() || UNNAMED.matcher(runs.getFirst()).matches());
    }

    private static int cellsOf(List<Curve> curves) {
        return curves.stream().mapToInt(curve -> curve.cells().size()).sum();
    }

    /** Returns whether the curves belong to runs that should be repetitions of each other but disagree. */
    private static boolean areApart(List<Curve> curves) {
        return curves.stream().noneMatch(curve -> curve.subject().run().isEmpty());
    }

    /**
     * @param largest    largest size, of a table; 0 for runs, which are compared at their own sizes
     * @param difference difference at the largest size, as a logarithm
     */
    private record Described(long largest, double difference, String sentence) {}

    private static Optional<Described> described(List<Curve> curves, List<List<Curve>> tasks) {
        var names = CurveNames.of(curves);
        return names.stream().distinct().count() == names.size()
                ? CostTable.of(curves, names).map(
                        table -> new Described(areOfTables(tasks) ? table.sizes().getLast() : 0, table.difference(),
                                withSubject(subject(curves, tasks), table)))
                : Optional.empty();
    }

    private static String withSubject(String subject, CostTable table) {
        // A table without sizes has no places.
        var sentence = table.sentence().replaceAll(" +(?=[.;, ])", "");
        boolean beginsWithName = table.names().stream().anyMatch(sentence::startsWith);
        return inSentences(subject.isEmpty() && !beginsWithName ? Phrases.capital(sentence) : subject + sentence);
    }

    /** Splits the text at its first semicolon if its first sentence has too many words. */
    private static String inSentences(String text) {
        var parts = text.split("; ", 2);
        if (parts.length == 1 || !FirstSentence.isLong(text)) {
            return FirstSentence.withPlaceApart(text);
        }
        // Names are not capitalized.
        boolean isName = parts[1].matches("[a-z].*") && !parts[1].matches("(?:the others|at|then) .*");
        return FirstSentence.withPlaceApart(
                parts[0] + ". " + (isName ? "And " + parts[1] : Phrases.capital(parts[1])));
    }

    private static String subject(List<Curve> curves, List<List<Curve>> tasks) {
        var row = rowOf(curves, Set.of());
        var run = areColumns(curves) ? curves.getFirst().subject().run() : "";
        return (run.isEmpty() ? "" : Phrases.capital(run) + ": ")
                + (row.isEmpty() ? subjectOf(curves, tasks) : row + ": ");
    }

    private static String subjectOf(List<Curve> curves, List<List<Curve>> tasks) {
        var curve = curves.getFirst();
        var subject = curve.subject();
        boolean isTable = subject.tool().equals("csv");
        int nodes = curve.first().nodes();
        var place = curve.fixed() > 0
                ? " on " + Phrases.ranks(subject, curve.fixed())
                : isTable && tasks.stream().anyMatch(others -> others.getFirst().first().nodes() != nodes)
                        ? " on " + nodes + (nodes == 1 ? " node" : " nodes")
                        : "";
        return subject.operation() == Operation.UNNAMED
                ? place.isEmpty() ? "" : Phrases.capital(place.strip()) + ": "
                : (isTable ? subject.operation().title() : subject.title()) + place + ": ";
    }

    /** Returns whether the curve is a cell of a table without sizes. */
    private static boolean isRow(Curve curve) {
        return curve.subject().tool().equals("csv") && curve.first().bytes() < 0;
    }

    /** Returns the settings that all rows have with the same value. */
    private static Set<Map.Entry<String, String>> sharedSettings(List<List<Curve>> rows) {
        var shared = new HashSet<Map.Entry<String, String>>();
        rows.stream().limit(1).forEach(row -> shared.addAll(settings(row).values().entrySet()));
        rows.forEach(row -> shared.retainAll(settings(row).values().entrySet()));
        return shared;
    }

    /**
     * Returns the name of a row: its problem, or the first setting that differs between rows.
     *
     * @param isSized whether the row has a size too
     * @param shared  settings of all rows
     */
    private static String nameOfRow(List<Curve> curves, boolean isSized, Set<Map.Entry<String, String>> shared) {
        var problem = curves.getFirst().subject().problem();
        return !problem.isEmpty() ? problem : isSized ? firstSetting(curves, shared) : rowOf(curves, shared);
    }

    private static String firstSetting(List<Curve> curves, Set<Map.Entry<String, String>> shared) {
        var settings = settings(curves);
        return settings.values().entrySet().stream().filter(each -> !shared.contains(each)).findFirst()
                .map(first -> Phrases.settings(settings.only(first.getKey()::equals))).orElse("");
    }

    private static NamedValues settings(List<Curve> row) {
        return NamedValues.parse(row.getFirst().subject().settings());
    }

    /** Returns the name of the row of a table without sizes; empty if the curves are no cells of a row. */
    private static String rowOf(List<Curve> curves, Set<Map.Entry<String, String>> shared) {
        boolean areOfOne = isRow(curves.getFirst())
                && curves.stream().map(each -> each.subject().settings()).distinct().count() == 1;
        return areOfOne ? firstSetting(curves, shared) : "";
    }

    /**
     * Returns whether two curves measure one task. In a table with several columns, the rows of each name are a task. Variants are other
     * tasks, such as latency and bandwidth, except in columns of a table. Hardware differs only in a table that differs in nothing else.
     */
    private static boolean isSameTask(Curve one, Curve other, boolean hasColumns, boolean areGpusCompared) {
        var a = one.subject();
        var b = other.subject();
        // The columns of tables without titles are compared, and not the tables.
        boolean isTable = areColumns(hasColumns || a.run().isEmpty() ? List.of(one, other) : List.of());
        if (hasColumns && !isTable && areColumns(List.of(one)) && areColumns(List.of(other))) {
            return false;
        }
        boolean areSized = one.first().bytes() < 0 == other.first().bytes() < 0;
        // A table of latencies and one of bandwidths are two tasks.
        boolean areOfOneQuantity = !a.tool().equals("csv") || one.first().isTimed() == other.first().isTimed();
        boolean isOneRow = !isTable || !hasColumns || a.settings().equals(b.settings());
        boolean areOnOneLayout = one.fixed() == other.fixed()
                && (!isTable || one.first().nodes() == other.first().nodes());
        return areSized && areOfOneQuantity && isOneRow && areOnOneLayout && a.operation() == b.operation()
                && a.placement() == b.placement()
                && a.problem().equals(b.problem()) && a.datatype().equals(b.datatype()) && a.redop().equals(b.redop())
                && a.tool().equals(b.tool()) && a.identity().timing().equals(b.identity().timing())
                && (isTable && areGpusCompared || a.identity().hardware().equals(b.identity().hardware()))
                && (isTable || a.variant().equals(b.variant()));
    }
}
