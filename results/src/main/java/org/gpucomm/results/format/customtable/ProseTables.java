package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.CsvLine;
import org.jspecify.annotations.Nullable;
import org.gpucomm.results.Operation;

/** Tables within prose or Markdown: each is a header with rows directly below it. */
public final class ProseTables {

    private static final String SEPARATORS = "|\t,; ";
    /** Columns of gpucomm's own CSV, which is recognised only at the start of a file. */
    static final List<String> OURS = List.of("source", "section", "tool", "operation", "settings");
    /** Version, with or without a variant, as the name of a column: {@code 2.29.7 off}. */
    private static final Pattern VERSION = Pattern.compile("v?\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}(?:[-+ ][A-Za-z].*)?");
    /** Name of an environment variable: {@code NCCL_CROSS_NIC}. */
    static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9]{1,15}(?:_[A-Z0-9]{1,20}){1,8}");
    private static final Pattern VALUE = Pattern.compile("[^=:]*+[=:] ?\\d.*");
    /** Line with the unit of all tables below it: {@code Unit: **GB/s**}. */
    private static final Pattern UNIT_OF_ALL = Pattern.compile("(?i)^\\W{0,4}units?\\W{1,4}\\S");
    private static final int LONGEST_HEADER = 400;
    /** A line with the unit of one table's columns is at most this far above the header. */
    private static final int LINES_ABOVE = 4;

    private ProseTables() {}

    /**
     * Returns the tables at the beginning of a document, in order.
     *
     * @param source   name of the document
     * @param headings operation that a line names; null if it names none
     */
    public static List<CustomTable> in(List<String> head, String source,
            Function<String, @Nullable Operation> headings) {
        var tables = in(head, source, headings, false);
        // Next to tables with sizes, tables of times alone are summaries.
        return tables.isEmpty() ? in(head, source, headings, true) : tables;
    }

    /** Returns the tables. @param timed whether times without sizes count as results */
    private static List<CustomTable> in(List<String> head, String source,
            Function<String, @Nullable Operation> headings, boolean timed) {
        var tables = new ArrayList<CustomTable>();
        var heading = new TableHeading(headings);
        for (int at = 0; at < head.size(); at++) {
            var found = headed(head, at, source, timed);
            if (found.isEmpty()) {
                heading.read(head.get(at));
                continue;
            }
            heading.begin();
            var table = new CustomTable(source, tables.size() + 1, heading.text(),
                    under(found.get(), heading));
            if (tables.stream().noneMatch(table::isSameAs)) {
                tables.add(table);
            }
        }
        return tables;
    }

    /** Returns whether the line is the rule between header and rows in Markdown: {@code |:---|---:|}. */
    static boolean isRule(String line) {
        var text = line.strip();
        return text.length() > 2 && text.indexOf("--") >= 0
                && text.chars().allMatch(c -> c == '|' || c == '-' || c == ':' || c == '+' || c == ' ' || c == '=');
    }

    private static Optional<Mapping> headed(List<String> head, int at, String source, boolean timed) {
        return candidates(head, at).map(table -> Map.entry(table,
                new Proposal(table.separator(), table.header(), table.units(), table.rows(), table.above())
                        .mapping(source)))
                .filter(each -> isTable(each.getValue(), each.getKey().rows(), timed)).map(Map.Entry::getValue)
                .findFirst();
    }

    /**
     * Header of a table with its first rows.
     *
     * @param units cells of a line of units below the header; empty if there is none
     * @param above lines above the header
     */
    record Headed(char separator, List<String> header, List<String> units, List<List<String>> rows,
            List<String> above) {}

    /** Returns the table whose header is this line; empty if it is none. */
    static Optional<Headed> headed(List<String> head, int at) {
        return candidates(head, at).findFirst();
    }

    /** Returns the tables whose header this line may be, by separator. */
    private static Stream<Headed> candidates(List<String> head, int at) {
        var line = Mapping.withoutMark(head.get(at));
        if (line.length() > LONGEST_HEADER || line.isBlank() || isRule(line)) {
            return Stream.empty();
        }
        var above = head.subList(Math.max(0, at - LINES_ABOVE), at);
        return SEPARATORS.chars().mapToObj(each -> (char) each).flatMap(separator -> {
            var cells = cells(line, separator);
            // Spaces may stand where the names of the rows have no name themselves.
            var indented = separator == ' ' && line.startsWith("  ") ? belowEmpty(cells) : cells;
            return Stream.of(JoinedCells.names(cells), separator == '|' ? JoinedCells.leftmost(cells) : cells, cells,
                    indented).distinct()
                    .flatMap(header -> below(header, header.size() < cells.size(), head, at, separator, above));
        });
    }

    /** @param isSideBySide whether the line has the header several times */
    private static Stream<Headed> below(List<String> header, boolean isSideBySide, List<String> head, int at,
            char separator, List<String> above) {
        boolean begins = isHeader(header)
                || !isBelowARow(header, separator, above) && !HeaderCoordinate.of(header, above).isEmpty();
        if (!begins && !isBelowGroups(header, separator, above) || header.containsAll(OURS)) {
            return Stream.empty();
        }
        var rows = rows(head.subList(at + 1, head.size()), separator, header.size(), isSideBySide);
        if (!rows.isEmpty() && hasNamesBelow(head.get(at), rows.getFirst(), separator)) {
            return Stream.empty();
        }
        var units = head.stream().skip(at + 1L).filter(each -> !each.isBlank() && !isRule(each)).findFirst()
                .filter(each -> isUnits(each, separator)).map(each -> cells(Mapping.withoutMark(each), separator))
                .orElse(List.of());
        return rows.isEmpty()
                ? Stream.empty()
                : Stream.of(new Headed(separator, header, units, rows, withUnitOfAll(head, at - above.size(), above)));
    }

    /** Returns the names of columns behind an empty one. */
    static List<String> belowEmpty(List<String> names) {
        return Stream.concat(Stream.of(""), names.stream()).toList();
    }

    /** Returns whether these are names of columns below the names of groups: {@code | | | time | busbw |} below {@code | GPUs | size | NCCL | |}. */
    static boolean isBelowGroups(List<String> cells, char separator, List<String> above) {
        int first = (int) cells.stream().takeWhile(String::isEmpty).count();
        if (first == 0 || separator != '|') {
            return false;
        }
        var groups = namesAbove(separator, above);
        return groups.size() == cells.size()
                && groups.stream().limit(first).noneMatch(String::isEmpty)
                && groups.stream().skip(first).anyMatch(String::isEmpty)
                && cells.stream().skip(first).allMatch(
                        cell -> !cell.isEmpty() && !Character.isDigit(cell.charAt(0)) && !isValue(cell));
    }

    /** Returns whether the line has names of groups or quantities, and the cells below it are the names of columns. */
    static boolean hasNamesBelow(String line, List<String> cells, char separator) {
        return isBelowGroups(cells, separator, List.of(line))
                || !quantitiesAbove(cells, separator, List.of(line)).isEmpty();
    }

    /**
     * Returns the quantity of each column whose name stands below it: {@code | size | A | B | A | B |} below
     * {@code | | latency (us) | | BW (MB/s) | |}. Empty for other headers.
     */
    static List<String> quantitiesAbove(List<String> names, char separator, List<String> above) {
        var groups = separator == '|' ? namesAbove(separator, above) : List.<String>of();
        long first = groups.stream().takeWhile(group -> HeaderCoordinate.quantity(group).isEmpty()).count();
        boolean areGroups = groups.size() == names.size() && first > 0 && first < groups.size()
                && groups.stream().skip(first).anyMatch(String::isEmpty) && groups.stream().skip(first)
                        .allMatch(group -> group.isEmpty() || HeaderCoordinate.quantity(group).isPresent());
        boolean areNames = names.stream()
                .noneMatch(cell -> cell.isEmpty() || Character.isDigit(cell.charAt(0)) || isValue(cell));
        if (!areGroups || !areNames) {
            return List.of();
        }
        var quantities = new ArrayList<String>();
        groups.forEach(group -> quantities.add(quantities.size() < first
                ? ""
                : group.isEmpty() ? quantities.getLast() : group));
        return quantities;
    }

    /** Returns the cells of the last line above a header that is neither blank nor a rule. */
    static List<String> namesAbove(char separator, List<String> above) {
        return above.reversed().stream().filter(line -> !line.isBlank() && !isRule(line)).findFirst()
                .map(line -> cells(Mapping.withoutMark(line), separator)).orElse(List.of());
    }

    private static boolean isBelowARow(List<String> cells, char separator, List<String> above) {
        return separator == '|' && !above.isEmpty() && cells(above.getLast(), separator).size() == cells.size();
    }

    /** Returns the lines above a header after those that give the unit of all tables. @param near index of the first line above it */
    private static List<String> withUnitOfAll(List<String> head, int near, List<String> above) {
        return Stream.concat(head.subList(0, near).stream().filter(each -> UNIT_OF_ALL.matcher(each).find()),
                above.stream()).toList();
    }

    /** Returns whether the cells are column names; the first may be empty, and the last ones in tables pasted with too many bars. */
    private static boolean isHeader(List<String> cells) {
        var header = !cells.isEmpty() && cells.getFirst().isEmpty() ? cells.subList(1, cells.size()) : cells;
        var named = header.stream().takeWhile(cell -> !cell.isEmpty()).toList();
        // QPs=4 may be a column, time: 18.0 is none.
        boolean areValues = header.stream().allMatch(ProseTables::isValue) || 2 * header.stream()
                .filter(cell -> cell.indexOf('=') < 0 && VALUE.matcher(cell).matches()).count() >= header.size();
        return named.size() > 1 && !isUnits(header) && !areValues
                && header.stream().skip(named.size()).allMatch(String::isEmpty)
                && named.stream().noneMatch(cell -> cell.length() > 60 || beginsWithNumber(cell)
                        && (cell.equals(named.getFirst()) || !VERSION.matcher(cell).matches()
                                && HeaderName.of(cell).meaning().filter(Meaning::isMeasured).isEmpty()));
    }

    private static boolean beginsWithNumber(String cell) {
        return cell.chars().dropWhile(each -> "~\u2248 ".indexOf(each) >= 0).limit(1).anyMatch(Character::isDigit);
    }

    /** Returns whether the cell has a name and its value, {@code latency: 92.1 us}, or a number with its unit. */
    static boolean isValue(String cell) {
        return VALUE.matcher(cell).matches() || CellWithUnit.of(cell, Unit.UnitKind.BANDWIDTH, false).isPresent()
                || CellWithUnit.of(cell, Unit.UnitKind.TIME, false).isPresent();
    }

    private static List<List<String>> rows(List<String> below, char separator, int columns,
            boolean isSideBySide) {
        var rows = new ArrayList<List<String>>();
        for (var line : below) {
            var cells = JoinedCells.filled(cells(line, separator, columns), rows.isEmpty() ? List.of() : rows.getLast(),
                    separator);
            if (isRule(line) || isElided(line) || rows.isEmpty() && (line.isBlank() || isUnits(line, separator))) {
                continue;
            }
            var parts = isSideBySide ? JoinedCells.sideBySide(cells, columns) : List.of(cells);
            if (line.isBlank() || parts.stream().anyMatch(part -> part.size() != columns)) {
                break;
            }
            parts.forEach(part -> rows.addAll(JoinedCells.rows(part)));
        }
        return rows;
    }

    /** Returns whether the line below the header consists of units: {@code (B)  (us)  (GB/s)}. */
    static boolean isUnits(String line, char separator) {
        return isUnits(cells(Mapping.withoutMark(line), separator));
    }

    private static boolean isUnits(List<String> cells) {
        return cells.stream().anyMatch(cell -> !cell.isEmpty())
                && cells.stream().allMatch(cell -> cell.isEmpty() || cell.startsWith("(") && cell.endsWith(")"));
    }

    /** Returns whether the size column contains sizes and another column is or could be a result. */
    private static boolean isTable(Mapping mapping, List<List<String>> rows, boolean timed) {
        for (int i = 0; i < mapping.columns().size(); i++) {
            var meaning = mapping.columns().get(i).meaning();
            var cell = rows.getFirst().get(i);
            if (meaning == Meaning.SIZE && TableNumber.size(cell).isEmpty()
                    && TableNumber.of(cell, mapping.decimalComma()).isEmpty()) {
                return false;
            }
        }
        boolean isSized = mapping.has(Meaning.SIZE) || mapping.fixed().containsKey(Meaning.SIZE)
                || mapping.columns().stream().anyMatch(column -> HeaderCoordinate.ofLabel(column.label())
                        .filter(coordinate -> coordinate.meaning() == Meaning.SIZE).isPresent());
        if (!isSized && !mapping.has(Meaning.RANKS)) {
            return mapping.isCounted() && isMeasured(mapping) || areResultsOfThings(mapping, rows, timed);
        }
        return isMeasured(mapping);
    }

    private static boolean isMeasured(Mapping mapping) {
        return mapping.columns().stream().anyMatch(column -> column.meaning().isMeasured()
                || column.certainty() == Mapping.Certainty.UNKNOWN);
    }

    /**
     * Returns whether each row begins with a name, the number of a repetition, a count or the value of a variable, and its results have a
     * unit.
     */
    private static boolean areResultsOfThings(Mapping mapping, List<List<String>> rows, boolean timed) {
        var first = mapping.columns().getFirst().header();
        // Counts in the first column, and two or more results with their units.
        boolean areCounted = !first.isEmpty()
                && rows.stream().map(List::getFirst).distinct().filter(Cells::isWhole).count() == rows.size()
                && mapping.columns().stream().filter(column -> column.unit() != null && column.unit().isOfCells()
                        && column.meaning().isMeasured()).count() > 1;
        boolean areNamed = areCounted || VARIABLE.matcher(first).matches()
                || !first.isEmpty() && RelatedColumns.isOfRepetitions(first)
                || rows.stream().map(List::getFirst)
                        .allMatch(cell -> !cell.isEmpty()
                                && (Proposal.isPair(cell) || TableNumber.of(cell, mapping.decimalComma()).isEmpty()));
        return rows.size() > 1 && areNamed
                && (mapping.saysUnitOfBandwidths() || timed && mapping.saysUnitOfResults());
    }

    /** Adds operation, size, ranks and settings of the heading where neither the columns nor the file name give them. */
    static Mapping under(Mapping mapping, TableHeading heading) {
        var reduced = mapping.has(Meaning.REDOP) || heading.reduction().isEmpty()
                ? mapping
                : mapping.withFixed(Meaning.REDOP, heading.reduction());
        var counted = reduced.has(Meaning.RANKS) || heading.ranks().isEmpty()
                ? reduced
                : reduced.withFixed(Meaning.RANKS, heading.ranks());
        var set = heading.settings().isEmpty() && !counted.fixed().containsKey(Meaning.SETTING)
                ? counted
                : counted.withFixed(Meaning.SETTING, heading.settings());
        var named = heading.operation().isEmpty() || set.saysOperation()
                ? set
                : set.withFixed(Meaning.OPERATION, heading.operation());
        return named.has(Meaning.SIZE) || heading.size().isEmpty()
                ? named
                : named.withFixed(Meaning.SIZE, heading.size());
    }

    /** Returns whether the line stands for rows that were left out: {@code ...}, {@code | … | … |}. */
    static boolean isElided(String line) {
        return (line.contains("..") || line.indexOf('\u2026') >= 0)
                && line.chars().allMatch(each -> " \t|.\u2026".indexOf(each) >= 0);
    }

    /**
     * Returns the cells of a row below a header of this many columns; single spaces part them, and arrows those of two values, where that
     * gives as many.
     */
    static List<String> cells(String line, char separator, int columns) {
        var cells = cells(line, separator);
        // Where tabs part the cells, a space is within one: 1 MiB.
        var words = separator == ' ' && cells.size() < columns && line.indexOf('\t') < 0 ? Cells.of(line) : cells;
        if (words.size() == columns) {
            return words;
        }
        var values = cells.size() < columns ? JoinedCells.values(cells) : cells;
        return values.size() == columns ? values : cells;
    }

    static List<String> cells(String line, char separator) {
        return JoinedCells.withUnitOfName(CsvLine.cells(line, separator).orElse(List.of()));
    }
}
