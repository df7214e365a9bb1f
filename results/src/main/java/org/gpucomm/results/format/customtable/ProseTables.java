package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.CsvLine;
import org.jspecify.annotations.Nullable;
import org.gpucomm.results.Operation;

/** Tables within prose or Markdown: each is a header with rows directly below it. */
public final class ProseTables {

    private static final String SEPARATORS = "|\t,; ";
    /** Columns of gpucomm's own CSV, which is recognised only at the start of a file. */
    static final List<String> OURS = List.of("source", "section", "tool", "operation", "settings");
    private static final int LONGEST_HEADER = 400;
    /** A line with the unit of all columns is at most this far above the header. */
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
        var line = Mapping.withoutMark(head.get(at));
        if (line.length() > LONGEST_HEADER || line.isBlank() || isRule(line)) {
            return Optional.empty();
        }
        for (char separator : SEPARATORS.toCharArray()) {
            var header = cells(line, separator);
            if (!isHeader(header) || header.containsAll(OURS)) {
                continue;
            }
            var rows = rows(head.subList(at + 1, head.size()), separator, header.size());
            if (rows.isEmpty()) {
                continue;
            }
            var mapping = new Proposal(separator, header, rows,
                    head.subList(Math.max(0, at - LINES_ABOVE), at)).mapping(source);
            if (isTable(mapping, rows, timed)) {
                return Optional.of(mapping);
            }
        }
        return Optional.empty();
    }

    /** Returns whether the cells are column names; the last ones may be empty, as in tables pasted with too many bars. */
    private static boolean isHeader(List<String> header) {
        var named = header.stream().takeWhile(cell -> !cell.isEmpty()).toList();
        return named.size() > 1 && !isUnits(header) && header.stream().skip(named.size()).allMatch(String::isEmpty)
                && named.stream().noneMatch(cell -> cell.length() > 60 || Character.isDigit(cell.charAt(0)));
    }

    private static List<List<String>> rows(List<String> below, char separator, int columns) {
        var rows = new ArrayList<List<String>>();
        for (var line : below) {
            if (line.isBlank()) {
                break;
            }
            var cells = cells(line, separator);
            if (!isRule(line) && cells.size() != columns) {
                break;
            }
            if (!isRule(line) && !(rows.isEmpty() && isUnits(cells))) {
                rows.add(cells);
            }
        }
        return rows;
    }

    /** Returns whether the line below the header consists of units: {@code (B)  (us)  (GB/s)}. */
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
        if (!mapping.has(Meaning.SIZE) && !mapping.has(Meaning.RANKS) && !mapping.fixed().containsKey(Meaning.SIZE)) {
            return mapping.isCounted() && isMeasured(mapping) || areResultsOfThings(mapping, rows, timed);
        }
        return isMeasured(mapping);
    }

    private static boolean isMeasured(Mapping mapping) {
        return mapping.columns().stream().anyMatch(column -> column.meaning().isMeasured()
                || column.certainty() == Mapping.Certainty.UNKNOWN);
    }

    /** Returns whether each row begins with a name and its results have a unit. */
    private static boolean areResultsOfThings(Mapping mapping, List<List<String>> rows, boolean timed) {
        boolean areNamed = rows.stream().map(List::getFirst)
                .allMatch(cell -> !cell.isEmpty() && TableNumber.of(cell, mapping.decimalComma()).isEmpty());
        return rows.size() > 1 && areNamed
                && (mapping.saysUnitOfBandwidths() || timed && mapping.saysUnitOfResults());
    }

    /** Adds operation and size of the heading where neither the columns nor the file name give them. */
    static Mapping under(Mapping mapping, TableHeading heading) {
        var named = heading.operation().isEmpty() || mapping.saysOperation()
                ? mapping
                : mapping.withFixed(Meaning.OPERATION, heading.operation());
        return named.has(Meaning.SIZE) || heading.size().isEmpty()
                ? named
                : named.withFixed(Meaning.SIZE, heading.size());
    }

    static List<String> cells(String line, char separator) {
        return CsvLine.cells(line, separator).orElse(List.of());
    }
}
