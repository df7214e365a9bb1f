package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.format.CsvLine;
import org.jspecify.annotations.Nullable;
import org.gpucomm.results.Operation;

/** Tables of somebody's own that stand in prose or Markdown: each is a header with rows right below it. */
public final class ProseTables {

    private static final String SEPARATORS = "|\t,; ";
    /** Columns of our own CSV, which is read as that only where it begins with its header. */
    static final List<String> OURS = List.of("source", "section", "tool", "operation", "settings");
    private static final int LONGEST_HEADER = 400;
    /** A line that says the unit of all columns stands close above. */
    private static final int LINES_ABOVE = 4;

    private ProseTables() {}

    /**
     * Returns the tables in the beginning of a document, in their order.
     *
     * @param source   the document's name
     * @param headings the operation that a line names; null if it names none
     */
    public static List<CustomTable> in(List<String> head, String source,
            Function<String, @Nullable Operation> headings) {
        var tables = in(head, source, headings, false);
        // Beside tables with sizes, those of times alone sum them up.
        return tables.isEmpty() ? in(head, source, headings, true) : tables;
    }

    /** @param timed whether times of things without sizes are results */
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

    /** Returns whether it is the line between header and rows in Markdown: {@code |:---|---:|}. */
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

    /** A number of columns with names; those at the end may have none, as of tables that were pasted with too many bars. */
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

    /** Returns whether it is a line of units below the header: {@code (B)  (us)  (GB/s)}. */
    private static boolean isUnits(List<String> cells) {
        return cells.stream().anyMatch(cell -> !cell.isEmpty())
                && cells.stream().allMatch(cell -> cell.isEmpty() || cell.startsWith("(") && cell.endsWith(")"));
    }

    /** Returns whether sizes are sizes, and there is a column that is or could be a result. */
    private static boolean isTable(Mapping mapping, List<List<String>> rows, boolean timed) {
        for (int i = 0; i < mapping.columns().size(); i++) {
            var meaning = mapping.columns().get(i).meaning();
            var cell = rows.getFirst().get(i);
            if (meaning == Meaning.SIZE && Bytes.parse(cell).isEmpty()
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

    /** Returns whether each row has the name of something and results of it, whose unit says that they are some. */
    private static boolean areResultsOfThings(Mapping mapping, List<List<String>> rows, boolean timed) {
        boolean areNamed = rows.stream().map(List::getFirst)
                .allMatch(cell -> !cell.isEmpty() && TableNumber.of(cell, mapping.decimalComma()).isEmpty());
        return rows.size() > 1 && areNamed
                && (mapping.saysUnitOfBandwidths() || timed && mapping.saysUnitOfResults());
    }

    /** What a heading says counts where neither the columns nor the file's name say it. */
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
