package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;

/**
 * Parser of a table that has only ratios, such as speedups and percentages: no measurements, but the range of each as a fact.
 */
public final class RatioTable implements Format.Parser {

    private static final Pattern OF_RATIOS = Pattern
            .compile(
                    "(?i).*\\b(?:speed-?ups?|ratios?|overheads?|improvements?|gains?|slow-?downs?|relative|vs\\.?|versus)\\b.*");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
    /** Units in the headers of ratios. */
    private static final Set<String> UNITS = Set.of("", "%", "x", "\u00d7");
    private static final int FEWEST_CELLS = 2;
    private static final int LONGEST = 80;

    private final int section;
    private final String words;

    private RatioTable(Log log, String words) {
        this.section = log.begin();
        this.words = words;
    }

    /** A ratio and the words for its row and, in a matrix, its column. */
    private record NamedRatio(double number, String text, String place) {}

    /** Returns the factory of the parser of the first such table in a document; empty if there is none. */
    public static Optional<Function<Log, Format.Parser>> in(List<String> head) {
        return IntStream.range(0, head.size()).mapToObj(at -> ProseTables.headed(head, at)).flatMap(Optional::stream)
                .map(RatioTable::words).flatMap(Optional::stream).findFirst()
                .map(words -> log -> new RatioTable(log, words));
    }

    private static Optional<String> words(ProseTables.Headed table) {
        var rows = TableRows.of(table.separator(), table.rows());
        Predicate<String> isRatio = cell -> TableNumber.ratio(cell, rows.decimalComma()).isPresent();
        boolean isOfRatios = table.above().stream().anyMatch(line -> OF_RATIOS.matcher(line).matches());
        boolean hasDerived = table.header().stream().skip(1).anyMatch(name -> HeaderName.of(name).isDerived());
        var columns = IntStream.range(1, table.header().size()).filter(i -> rows.isMostly(i, isRatio)
                || rows.isMostlyNumbers(i)
                        && (hasDerived
                                ? HeaderName.of(table.header().get(i)).isDerived()
                                : isOfRatios && UNITS.contains(HeaderName.of(table.header().get(i)).unit())))
                .boxed().toList();
        boolean isNamed = isOfRatios
                || columns.stream().anyMatch(i -> HeaderName.of(table.header().get(i)).isDerived());
        if (columns.size() * rows.cells().size() < FEWEST_CELLS || !isNamed) {
            return Optional.empty();
        }
        boolean isMatrix = columns.stream().noneMatch(i -> HeaderName.of(table.header().get(i)).isDerived());
        // Ratios are not whole numbers, unlike counts of repetitions or tokens below a line that compares.
        if (isMatrix
                && columns.stream().allMatch(i -> rows.isMostly(i, cell -> WHOLE.matcher(cell.strip()).matches()))) {
            return Optional.empty();
        }
        var title = table.above().reversed().stream().filter(line -> OF_RATIOS.matcher(line).matches()).findFirst()
                .map(RatioTable::title).orElse("");
        if (isMatrix) {
            var all = columns.stream().flatMap(i -> ratios(table, rows, i, true).stream()).toList();
            return range(all).map(range -> (title.isEmpty() ? "the ratio" : title) + " is " + range);
        }
        return Optional.of(columns.stream().map(i -> range(ratios(table, rows, i, false))
                .map(range -> table.header().get(i) + " is " + range)).flatMap(Optional::stream)
                .collect(Collectors.joining("; "))).filter(words -> !words.isEmpty());
    }

    private static List<NamedRatio> ratios(ProseTables.Headed table, TableRows rows, int column, boolean isMatrix) {
        var ratios = new ArrayList<NamedRatio>();
        for (var row : rows.cells()) {
            var cell = row.get(column).strip();
            var place = row.getFirst() + (isMatrix ? ", " + table.header().get(column) : "");
            boolean isNumber = !place.isEmpty() && Character.isDigit(place.charAt(0));
            var known = isNumber && !isMatrix
                    ? table.header().getFirst() + " " + place
                    : place;
            TableNumber.ratio(cell, rows.decimalComma()).or(() -> rows.number(cell))
                    .ifPresent(number -> ratios.add(new NamedRatio(number.doubleValue(), cell, known)));
        }
        return ratios;
    }

    /** Returns, for example, {@code 2.74x (world size 4) to 3.26x (world size 16)}. */
    private static Optional<String> range(List<NamedRatio> ratios) {
        var least = ratios.stream().min(Comparator.comparingDouble(NamedRatio::number));
        var most = ratios.stream().max(Comparator.comparingDouble(NamedRatio::number));
        return least.map(low -> low.text() + " (" + low.place() + ") to " + most.orElseThrow().text() + " ("
                + most.orElseThrow().place() + ")");
    }

    private static String title(String line) {
        var text = TableHeading.withoutMarks(line.strip());
        var words = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        return words.isEmpty() ? "" : words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
    }

    @Override
    public Entry read(Line line) {
        return Entry.Note.of(line.number(), section);
    }

    @Override
    public List<Entry> end() {
        return List.of(new Entry.Note(0, section, List.of(new Fact(Fact.RATIOS, words))));
    }
}
